/** The ending of export files, without its dot: of our own, so that the system opens them in Linkdesk. */
export const PROFILES_EXTENSION = "linkdesk";

/** The most that an export file may measure: bytes as a file, characters across the bridge. */
export const PROFILES_FILE_LIMIT = 5_000_000;
