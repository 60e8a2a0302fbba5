export { createProfilesSlice, type ProfilesSlice, selectedProfile } from "./slice.ts";
