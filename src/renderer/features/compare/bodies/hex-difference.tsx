import { useLayoutEffect, useRef } from "react";
import { FixedRows, type FixedRowsHandle } from "../../../ui/fixed-rows.tsx";
import { hexLine, hexLines } from "../../http-message/index.ts";

const PER_LINE = 8;
const ROW_HEIGHT = 20;

/** The bytes of two bodies side by side, from the first difference on; lines that differ are marked. */
export function HexDifference({
  left,
  right,
  first,
}: {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
  /** The offset at which they part. */
  readonly first: number | null;
}) {
  const list = useRef<FixedRowsHandle>(null);

  useLayoutEffect(() => {
    if (first !== null) list.current?.reveal(Math.floor(first / PER_LINE));
  }, [first]);

  return (
    <FixedRows
      ref={list}
      role="group"
      label="Bytes of both sides"
      count={hexLines(Math.max(left.length, right.length), PER_LINE)}
      rowHeight={ROW_HEIGHT}
      className="py-2 type-data-small"
      row={(index) => {
        const differs = !sameLine(left, right, index);
        return (
          <div key={index} className={`flex gap-3 h-5 px-5 leading-5 whitespace-pre ${differs ? "bg-odd-fill" : ""}`}>
            <span className="text-muted select-none">{(index * PER_LINE).toString(16).padStart(8, "0")}</span>
            <Bytes bytes={left} line={index} />
            <span className="w-[2ch] text-odd text-center">{differs ? "≠" : ""}</span>
            <Bytes bytes={right} line={index} />
          </div>
        );
      }}
    />
  );
}

function Bytes({ bytes, line }: { readonly bytes: Uint8Array; readonly line: number }) {
  const { groups, ascii } = hexLine(bytes, line, PER_LINE);
  return (
    <>
      <span className="min-w-[25ch]">{groups.join("  ")}</span>
      <span className="min-w-[8ch] text-code-string">{ascii}</span>
    </>
  );
}

function sameLine(left: Uint8Array, right: Uint8Array, line: number): boolean {
  const from = line * PER_LINE;
  for (let at = from; at < from + PER_LINE; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
