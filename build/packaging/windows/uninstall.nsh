; Profiles and the event log stay unless the user says otherwise. An update uninstalls the former version too and asks
; nothing; neither does a silent uninstall, where the answer is no.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
      "Delete your profiles, saved secrets and the event log as well?$\r$\n$\r$\nThey are in $APPDATA\Linkdesk." \
      /SD IDNO IDNO linkdeskKeepData
    RMDir /r "$APPDATA\Linkdesk"
    linkdeskKeepData:
  ${endIf}
!macroend
