"""The board on the screen, with the players' lines; played by mouse and keyboard."""
