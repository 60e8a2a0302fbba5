import { useLayoutEffect, useRef, useState } from "react";
import { FixedRows, type FixedRowsHandle } from "../../../ui/fixed-rows.tsx";
import { hexLine, hexLines } from "./hex.ts";
import styles from "./hex-view.module.css";

const ROW_HEIGHT = 20;
/** Sixteen bytes, their letters and the offset take this many pixels. */
const WIDE = 580;

/** Bytes as they are, for what is no text and for looking at what is not what it seems. */
export function HexView({
  label,
  bytes,
  jump,
}: {
  readonly label: string;
  readonly bytes: Uint8Array;
  /** An offset to bring into sight. */
  readonly jump: number | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<FixedRowsHandle>(null);
  const [perLine, setPerLine] = useState(16);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setPerLine(element.clientWidth >= WIDE ? 16 : 8);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (jump !== null) list.current?.reveal(Math.floor(jump / perLine));
  }, [jump, perLine]);

  return (
    <div ref={box} className="flex flex-1 flex-col min-h-0">
      <FixedRows
        ref={list}
        role="group"
        label={label}
        count={hexLines(bytes.length, perLine)}
        rowHeight={ROW_HEIGHT}
        className="py-2 type-data-small"
        row={(index) => {
          const { offset, groups, ascii } = hexLine(bytes, index, perLine);
          return (
            <div key={index} className={styles.line}>
              <span className="text-muted select-none">{offset}</span>
              <span className={`flex gap-[1.5ch] ${perLine === 16 ? "min-w-[51ch]" : "min-w-[25ch]"}`}>
                {groups.map((group, place) => (
                  // A group's place in its line is what it is.
                  <span key={place} className="text-plain">
                    {group}
                  </span>
                ))}
              </span>
              <span className="text-code-string">{ascii}</span>
            </div>
          );
        }}
      />
    </div>
  );
}
