"""The script by which Inno Setup 6 makes the installer: per user, with file kinds and an uninstaller.

A suffix becomes Qipu's only where no program has it; suffixes that mean something else to many people are
never taken, Qipu is listed under "Open with" there. Uninstalling gives back what is still Qipu's.
Sources: Inno Setup's help; Microsoft's "File Types" and "Default Programs".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from about import About
from kinds import Kind

# Of the program, for Windows: the same for all versions, so that a newer one takes the place of the older.
_APP_ID = "{{6E1B2F0C-3B5B-4B0E-9A57-2D6C1D4F7A10}"
_CLASSES = r"Software\Classes"
_CAPABILITIES = r"Software\Qipu\Capabilities"

_HEAD = """\
; Made by packaging/build.py of the registry of formats. Program is the folder that PyInstaller made.
#ifndef Program
  #define Program "Qipu"
#endif

[Setup]
AppId={app_id}
AppName=Qipu
AppVersion={version}
AppVerName=Qipu {version}
DefaultDirName={{autopf}}\\Qipu
DefaultGroupName=Qipu
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
Compression=lzma2
SolidCompression=yes
OutputBaseFilename={file_name}
SetupIconFile=qipu.ico
UninstallDisplayIcon={{app}}\\qipu.exe
UninstallDisplayName=Qipu
LicenseFile=LICENSE.txt

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\\German.isl"
Name: "ja"; MessagesFile: "compiler:Languages\\Japanese.isl"
Name: "ko"; MessagesFile: "compiler:Languages\\Korean.isl"

[CustomMessages]
en.Kinds=Open game records with Qipu where no other program does
de.Kinds=Partien mit Qipu öffnen, wo es kein anderes Programm tut
ja.Kinds=ほかのソフトに関連付けられていない棋譜ファイルを Qipu で開く
ko.Kinds=다른 프로그램에 연결되지 않은 기보 파일을 Qipu로 열기
en.Path=Add the command qipu to PATH
de.Path=Den Befehl qipu in PATH aufnehmen
ja.Path=qipu コマンドを PATH に加える
ko.Path=qipu 명령을 PATH에 추가

[Tasks]
Name: "kinds"; Description: "{{cm:Kinds}}"
Name: "path"; Description: "{{cm:Path}}"; Flags: unchecked
Name: "desktopicon"; Description: "{{cm:CreateDesktopIcon}}"; Flags: unchecked

[Files]
Source: "{{#Program}}\\*"; DestDir: "{{app}}"; Excludes: "qipu-console.exe"; \\
  Flags: recursesubdirs ignoreversion
; Of two programs of a name, shells start .com first: the one that writes into their window.
Source: "{{#Program}}\\qipu-console.exe"; DestDir: "{{app}}"; DestName: "qipu.com"; Flags: ignoreversion
{icons}
[Icons]
Name: "{{group}}\\Qipu"; Filename: "{{app}}\\qipu.exe"
Name: "{{autodesktop}}\\Qipu"; Filename: "{{app}}\\qipu.exe"; Tasks: desktopicon

[Run]
Filename: "{{app}}\\qipu.exe"; Description: "{{cm:LaunchProgram,Qipu}}"; \\
  Flags: nowait postinstall skipifsilent

[Registry]
{registry}
[Code]
{code}"""

_CODE = """\
const
  Classes = 'Software\\Classes\\';

{ What opens a suffix for this user or for all; '' where nothing does. }
function Opener(Suffix: String): String;
begin
  if not RegQueryStringValue(HKEY_CLASSES_ROOT, Suffix, '', Result) then
    Result := '';
end;

{ A suffix that nothing opens. Setup''s own key of an older version counts as nothing. }
procedure Take(Suffix, Kind: String);
begin
  if (Opener(Suffix) = '') or (Opener(Suffix) = Kind) then
    RegWriteStringValue(HKA, Classes + Suffix, '', Kind);
end;

{ Another program may have taken it since: then it stays with that. }
procedure GiveBack(Suffix, Kind: String);
var
  There: String;
begin
  if RegQueryStringValue(HKA, Classes + Suffix, '', There) and (There = Kind) then
    RegDeleteValue(HKA, Classes + Suffix, '');
  RegDeleteValue(HKA, Classes + Suffix + '\\OpenWithProgids', Kind);
  RegDeleteKeyIfEmpty(HKA, Classes + Suffix + '\\OpenWithProgids');
  RegDeleteKeyIfEmpty(HKA, Classes + Suffix);
end;

procedure TakeAll;
begin
<take>end;

procedure GiveBackAll;
begin
<give>end;

function PathKey: String;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment'
  else
    Result := 'Environment';
end;

procedure AddToPath;
var
  Path: String;
begin
  if not RegQueryStringValue(HKA, PathKey, 'Path', Path) then
    Path := '';
  if Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';') = 0 then
  begin
    if (Path <> '') and (Path[Length(Path)] <> ';') then
      Path := Path + ';';
    RegWriteExpandStringValue(HKA, PathKey, 'Path', Path + ExpandConstant('{app}'));
  end;
end;

procedure RemoveFromPath;
var
  Path: String;
  Place: Integer;
begin
  if not RegQueryStringValue(HKA, PathKey, 'Path', Path) then
    exit;
  Place := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Path) + ';');
  if Place = 0 then
    exit;
  if Place = 1 then
    Delete(Path, 1, Length(ExpandConstant('{app}')) + 1)
  else
    Delete(Path, Place - 1, Length(ExpandConstant('{app}')) + 1);
  RegWriteExpandStringValue(HKA, PathKey, 'Path', Path);
end;

procedure CurStepChanged(Step: TSetupStep);
begin
  if Step = ssPostInstall then
  begin
    if WizardIsTaskSelected('kinds') then
      TakeAll;
    if WizardIsTaskSelected('path') then
      AddToPath;
  end;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if Step = usUninstall then
  begin
    GiveBackAll;
    RemoveFromPath;
  end;
end;
"""


def file_name(about: About) -> str:
    """The installer's name, without a suffix."""
    return f"qipu-{about.version}-windows-x64"


def script(about: About, kinds: Sequence[Kind]) -> str:
    """The whole script, with the ends of lines of Windows."""
    icons = "".join(
        f'Source: "{name}.ico"; DestDir: "{{app}}\\icons"; Flags: ignoreversion\n'
        for name in sorted({kind.icon for kind in kinds})
    )
    text = _HEAD.format(
        app_id=_APP_ID,
        version=about.version,
        file_name=file_name(about),
        icons=icons,
        registry="".join(f"{line}\n" for line in _registry(kinds)),
        code=_CODE.replace("<take>", _calls("Take", kinds, False)).replace(
            "<give>", _calls("GiveBack", kinds, True)
        ),
    )
    return text.replace("\n", "\r\n")


def program_id(kind: Kind) -> str:
    """The name of a kind in the registry of Windows."""
    return f"Qipu.{kind.id}"


def _calls(procedure: str, kinds: Iterable[Kind], all_of_them: bool) -> str:
    return "".join(
        f"  {procedure}('.{suffix}', '{program_id(kind)}');\n"
        for kind in kinds
        for suffix in kind.suffixes + (kind.offered if all_of_them else ())
    )


def _registry(kinds: Sequence[Kind]) -> Iterator[str]:
    """Kinds with name, icon and command; where they can be chosen; the program among those to choose from."""
    opened = _quoted('"{app}\\qipu.exe" -- "%1"')
    for kind in kinds:
        key = rf"{_CLASSES}\{program_id(kind)}"
        icon = _quoted(rf"{{app}}\icons\{kind.icon}.ico")
        yield _entry(key, "", _quoted(kind.name), "uninsdeletekey")
        yield _entry(rf"{key}\DefaultIcon", "", icon)
        yield _entry(rf"{key}\shell\open\command", "", opened)
        for suffix in kind.suffixes + kind.offered:
            listed = rf"{_CLASSES}\.{suffix}\OpenWithProgids"
            yield _entry(listed, program_id(kind), '""', "uninsdeletevalue")
    program = rf"{_CLASSES}\Applications\qipu.exe"
    yield _entry(program, "FriendlyAppName", '"Qipu"', "uninsdeletekey")
    yield _entry(rf"{program}\shell\open\command", "", opened)
    yield _entry(
        r"Software\RegisteredApplications", "Qipu", _quoted(_CAPABILITIES), "uninsdeletevalue"
    )
    yield _entry(r"Software\Qipu", "", "", "uninsdeletekey")
    yield _entry(_CAPABILITIES, "ApplicationName", '"Qipu"')
    yield _entry(_CAPABILITIES, "ApplicationDescription", '"Opens, studies and edits game records"')
    for kind in kinds:
        for suffix in kind.suffixes + kind.offered:
            yield _entry(rf"{program}\SupportedTypes", f".{suffix}", '""')
            yield _entry(
                rf"{_CAPABILITIES}\FileAssociations", f".{suffix}", f'"{program_id(kind)}"'
            )


def _entry(key: str, name: str, value: str, flags: str = "") -> str:
    words = ["Root: HKA", f'Subkey: "{key}"']
    if value:
        words += ["ValueType: string", f'ValueName: "{name}"', f"ValueData: {value}"]
    return "; ".join([*words, *([f"Flags: {flags}"] if flags else [])])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
