import { withScheme } from "../../shared/http-address.ts";
import { Button } from "./button.tsx";

interface UseAddressProps {
  /** What was typed. */
  readonly text: string;
  readonly onUse: (address: string) => void;
}

/** The remedy of a field for an address: the same with `http://` or `https://`, where only that is missing. */
export function UseAddress({ text, onUse }: UseAddressProps) {
  const meant = withScheme(text);
  return meant === null ? null : (
    <Button size="small" className="self-start" onClick={() => onUse(meant)}>
      Use {meant}
    </Button>
  );
}
