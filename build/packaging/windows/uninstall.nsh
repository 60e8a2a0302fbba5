; Profiles and the event log stay unless the user says otherwise. An update uninstalls the former version too and asks
; nothing; neither does an uninstall with /S. Whether it was given is read from the command line: a one-click
; uninstaller makes itself silent, and a question with /SD would then be answered without being shown.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; What the updater has downloaded is of no use to anybody any more.
    RMDir /r "$LOCALAPPDATA\linkdesk-updater"
    ClearErrors
    ${GetParameters} $R0
    ${GetOptions} $R0 "/S" $R1
    ${if} ${Errors}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
        "Delete your profiles, saved secrets and the event log as well?$\r$\n$\r$\nThey are in $APPDATA\Linkdesk." \
        IDNO linkdeskKeepData
      RMDir /r "$APPDATA\Linkdesk"
      linkdeskKeepData:
    ${endIf}
  ${endIf}
!macroend
