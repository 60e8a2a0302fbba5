import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announcementsStore } from "../core/announcements.ts";
import { useCopying } from "../core/copying.ts";
import { useStores } from "../core/environment.ts";
import { Button, IconButton } from "./button.tsx";

export interface CopyButtonProps {
  /** The text, or how to get it at the moment of the press. */
  readonly text: string | (() => Promise<string | null>);
  /** What is copied, such as "Copy address": the accessible name. */
  readonly label: string;
  readonly size?: "small" | "medium";
  /** Shows the label beside the icon. */
  readonly withText?: boolean;
  /** How a button with its label beside the icon is drawn. */
  readonly variant?: "primary" | "secondary";
}

/** Copies a text and says so for a moment, in place. */
export function CopyButton({ text, label, size = "small", withText = false, variant = "secondary" }: CopyButtonProps) {
  const stores = useStores();
  const copyText = useCopying();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    const value = typeof text === "string" ? text : await text();
    if (value === null || !(await copyText(value))) return;
    setCopied((count) => count + 1);
    stores.get(announcementsStore).announce("Copied");
  }

  const done = copied > 0;
  const icon = done ? <Check /> : <Copy />;
  return (
    <>
      {withText ? (
        <Button variant={variant} size={size} icon={icon} onClick={() => void copy()}>
          {done ? "Copied" : label}
        </Button>
      ) : (
        <IconButton tip={done ? "Copied" : label} size={size} label={label} icon={icon} onClick={() => void copy()} />
      )}
    </>
  );
}
