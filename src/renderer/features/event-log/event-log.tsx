export function EventLog() {
  return null;
}
