export function ActionsColumn() {
  return null;
}
