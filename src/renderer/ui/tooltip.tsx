import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip.module.css";

export interface TooltipProps {
  readonly label: ReactNode;
  /** A shortcut to show beside the label, such as `mod+k`. */
  readonly keys?: string | undefined;
  readonly side?: "top" | "bottom" | "left" | "right";
  /** The one element that the tooltip belongs to; it must take a ref and pass props on. */
  readonly children: ReactElement;
}

/** A name for what has none on screen. Never the only place of something one needs to know. */
export function Tooltip({ label, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Base.Root
      onOpenChange={(_, details) => {
        // Escape is meant for what the tooltip hangs over, such as a dialog: that has it as well.
        if (details.reason === "escape-key") details.allowPropagation();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-(--layer-toast)">
          <Base.Popup className={styles.popup}>
            {label}
            {keys === undefined ? null : <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Once around the whole window: after the first tooltip the next ones appear at once. */
export const TooltipProvider = Base.Provider;
