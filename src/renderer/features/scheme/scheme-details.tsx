import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { signatureAlgorithm, usesPublicKey } from "../../../shared/signature.ts";
import { ALGORITHM_NAMES } from "../../../shared/text/signature-words.ts";
import { Field } from "../../ui/field.tsx";
import { FormText } from "../../ui/form-field.tsx";
import { optionsOf } from "../../ui/options.ts";
import { Select } from "../../ui/select.tsx";
import styles from "./scheme.module.css";
import type { SignatureText, WithSignature } from "./signature-text.ts";

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

const ALGORITHMS = signatureAlgorithm.options.map((value) => ({
  value,
  label: ALGORITHM_NAMES[value],
  ...(usesPublicKey(value) ? { description: "With a public key." } : {}),
}));
const PLACES = optionsOf<SignatureText["at"]>({
  header: "In the header",
  field: { label: "In the body", description: "In a field of its JSON." },
});
const ENCODINGS = optionsOf<SignatureText["encoding"]>({
  hex: "Hexadecimal",
  base64: "Base64",
  base64url: "Base64 for addresses",
});
const DECODINGS = optionsOf<SignatureText["secretDecoding"]>({
  text: "As written",
  base64: { label: "Decoded from Base64", description: "Without whsec_ if that stands in front." },
  hex: "Decoded from hexadecimal",
});
const CONTENTS = optionsOf<SignatureText["content"]>({
  body: "The body",
  template: { label: "What a template says", description: "The body with more, or values of the request." },
});
const SOURCES = optionsOf<SignatureText["timestamp"]["from"]>({
  none: "Not sent",
  header: "In a header",
  part: { label: "In the signature header", description: "As one of its parts, such as t=…" },
});
const UNITS = optionsOf<SignatureText["timestampUnit"]>({
  seconds: "Seconds",
  milliseconds: "Milliseconds",
  iso: { label: "Date and time", description: "ISO 8601, such as 2026-11-20T14:30:00Z." },
});

/** Everything about a signature that a preset decides, there to be changed: how it is made in sight, the rest on demand. */
export function SchemeDetails({ open }: { readonly open: boolean }) {
  const { control, setValue, formState } = useFormContext<WithSignature>();
  const [isOpen, setOpen] = useState(open);
  // A complaint must not be hidden.
  const { header: _, secrets: __, ...inside } = formState.errors.signature ?? {};
  const wrong = Object.keys(inside).length > 0;
  const text = useWatch({ control, name: "signature" });

  function choice<Name extends "algorithm" | "encoding" | "secretDecoding" | "content" | "timestampUnit" | "at">(
    name: Name,
    label: string,
    options: readonly { readonly value: SignatureText[Name]; readonly label: string; readonly description?: string }[],
  ) {
    return (
      <Field label={label}>
        <Select<SignatureText[Name]>
          value={text[name]}
          options={options}
          onValueChange={(next) => setValue(`signature.${name}`, next as never, CHANGED)}
        />
      </Field>
    );
  }

  return (
    <>
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        {choice("algorithm", "Algorithm", ALGORITHMS)}
        {choice("encoding", "Written in", ENCODINGS)}
      </div>
      <details
        className="border border-line rounded"
        open={isOpen || wrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={styles.summary}>Details</summary>
        <div className="flex flex-col gap-3 p-3 border-t border-line">
          <div className="grid grid-cols-[1fr_1fr] gap-3">
            <FormText<WithSignature>
              name="signature.prefix"
              label="In front of each signature"
              optional
              data
              hint="Such as sha256= or v1,"
            />
            <FormText<WithSignature>
              name="signature.separator"
              label="Between several"
              optional
              data
              hint="Such as a comma in t=…,s=… Empty: the signature stands alone in the header."
            />
          </div>
          <div className="grid grid-cols-[1fr_1fr] gap-3">
            {choice("at", "It stands", PLACES)}
            {text.at === "header" ? null : (
              <FormText<WithSignature>
                name="signature.field"
                label="Field of the signature"
                data
                hint="By its path, such as data.0.signature"
              />
            )}
          </div>
          <div className="grid grid-cols-[1fr_1fr] gap-3">
            {usesPublicKey(text.algorithm) ? null : choice("secretDecoding", "The secret is used", DECODINGS)}
            {choice("content", "What is signed", CONTENTS)}
          </div>
          {text.content === "template" ? (
            <FormText<WithSignature>
              name="signature.template"
              label="Template"
              data
              hint="With {body}, {timestamp}, {id}, {method}, {path}, {url}, {params}, {crc32}, {sha256}, {header:name}, {query:name} and {field:path} in their places; \n is a line break."
            />
          ) : null}
          {text.content === "template" ? <SourceFields name="id" label="The id stands" /> : null}
          <SourceFields name="timestamp" label="The timestamp stands" />
          {text.timestamp.from === "none" ? null : (
            <div className="grid grid-cols-[1fr_1fr] gap-3">
              {choice("timestampUnit", "Timestamp written", UNITS)}
              <FormText<WithSignature>
                name="signature.toleranceSeconds"
                label="Tolerance"
                aside="seconds"
                optional
                inputMode="numeric"
                data
                hint="How far it may be from the moment of arrival. Empty: any."
              />
            </div>
          )}
        </div>
      </details>
    </>
  );
}

function SourceFields({ name, label }: { readonly name: "id" | "timestamp"; readonly label: string }) {
  const { control, setValue } = useFormContext<WithSignature>();
  const source = useWatch({ control, name: `signature.${name}` });
  const error = useFormContext<WithSignature>().formState.errors.signature?.[name]?.text?.message;
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-3">
      <Field label={label} error={source.from === "none" ? error : undefined}>
        <Select
          value={source.from}
          options={SOURCES}
          onValueChange={(from) => {
            setValue(`signature.${name}.from`, from, CHANGED);
            // A tolerance without a timestamp would be refused, and its field is not shown then.
            if (name === "timestamp" && from === "none") setValue("signature.toleranceSeconds", "", CHANGED);
          }}
        />
      </Field>
      {source.from === "none" ? null : (
        <FormText<WithSignature>
          name={`signature.${name}.text`}
          label={source.from === "header" ? `Header of the ${name}` : `In front of the ${name}`}
          data
          {...(source.from === "header" ? {} : { hint: `Such as ${name === "id" ? "id=" : "t="}` })}
        />
      )}
    </div>
  );
}
