import { Logo } from "../ui/logo.tsx";

export function TopBar() {
  return (
    <header>
      <Logo />
    </header>
  );
}
