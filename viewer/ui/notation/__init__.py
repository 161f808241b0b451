"""The notation page on the screen: typesetting, painting, scrolling of `scene.notation`."""
