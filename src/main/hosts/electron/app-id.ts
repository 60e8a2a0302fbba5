/**
 * Who the program is to the system: bundle id on macOS, application user model id on Windows. A name and no more;
 * nobody is called under it. The packages are built with the same one.
 */
export const APP_ID = "org.linkdesk.desktop";
