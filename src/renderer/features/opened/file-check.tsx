import { useState } from "react";
import { type FileCheck, fingerprintText } from "../../../shared/case-file.ts";
import { durationText, localMomentText, pluralText, sizeText } from "../../../shared/measures.ts";
import {
  checkWords,
  leftOutWords,
  originalsWords,
  partWords,
  signerName,
} from "../../../shared/text/explain-file-check.ts";
import { useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { Form, Section } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { openedStore } from "./opened-store.ts";

type CaseCheck = Extract<FileCheck, { is: "case" }>;

/** What a file is: whole or altered, signed by whom, and what was left out of it. */
export function FileCheckView({ check }: { readonly check: FileCheck }) {
  const { tone, title, sentence } = checkWords(check);
  return (
    <div className="flex flex-col gap-5">
      <Callout tone={tone} title={<OpaqueText text={title} limit={120} />} live>
        {sentence}
      </Callout>
      {check.is === "case" ? <CaseFacts check={check} /> : <OtherFacts check={check} />}
    </div>
  );
}

function OtherFacts({ check }: { readonly check: Exclude<FileCheck, CaseCheck> }) {
  return (
    <Facts>
      <Fact name="File">
        <OpaqueText text={check.file} limit={200} />, {sizeText(check.size)}
      </Fact>
      <Fact name="Written by">
        {check.by === "" ? "a program that does not say" : <OpaqueText text={check.by} limit={200} />}
      </Fact>
    </Facts>
  );
}

function CaseFacts({ check }: { readonly check: CaseCheck }) {
  const { manifest, signedBy, parts, leftOut, originals } = check;
  const events = pluralText(manifest.events, "event", "events");
  return (
    <>
      <Facts>
        <Fact name="File">
          <OpaqueText text={check.file} limit={200} />, {sizeText(check.size)}
        </Fact>
        <Fact name="Content">
          {manifest.subject === events ? null : (
            <>
              <OpaqueText text={manifest.subject} limit={200} />,{" "}
            </>
          )}
          {events}
        </Fact>
        <Fact name="Exported">
          {localMomentText(manifest.exportedAt)} by Linkdesk <OpaqueText text={manifest.version} limit={40} />
        </Fact>
        <Fact name="Signed by">
          {signedBy.by === "own" || signedBy.by === "known" ? (
            <OpaqueText text={signerName(signedBy)} limit={80} />
          ) : signedBy.by === "none" ? (
            "nobody whose signature holds"
          ) : (
            "somebody without a name here"
          )}
        </Fact>
        {manifest.foreign === undefined ? null : (
          <Fact name="Not recorded there">
            taken from the file <OpaqueText text={manifest.foreign.file} limit={120} />,{" "}
            {manifest.foreign.signedBy === null
              ? "which nobody vouches for"
              : `signed with the key ${fingerprintText(manifest.foreign.signedBy)}`}
          </Fact>
        )}
        {signedBy.by === "none" ? null : (
          <Fact name="Fingerprint" data>
            {fingerprintText(signedBy.fingerprint)}
          </Fact>
        )}
        <Fact name="Left out">
          {leftOut.length === 0
            ? manifest.redacted
              ? "nothing had to be"
              : "nothing but secrets"
            : leftOut.map(leftOutWords).join("; ")}
        </Fact>
        {originals === null || leftOut.every(({ part }) => part === "details") ? null : (
          <Fact name="Originals">{originalsWords(originals)}</Fact>
        )}
        <Fact name="Gaps">
          {manifest.gaps.length === 0
            ? "none that the log knows of"
            : manifest.gaps
                .slice(0, 5)
                .map(({ from, until }) => `${localMomentText(from)}, ${durationText(Math.max(0, until - from))}`)
                .join("; ")}
        </Fact>
        <Fact name="Clock">
          {manifest.clock.set.length === 0
            ? "not set in that time, as far as was noticed"
            : `set ${pluralText(manifest.clock.set.length, "time", "times")} in that time`}
          , <OpaqueText text={manifest.clock.zone} limit={60} />
        </Fact>
      </Facts>
      {signedBy.by === "unknown" ? <NameSigner /> : null}
      <Section title="Parts">
        <ul className="flex flex-col gap-1" aria-label="Parts of the file">
          {parts.map((part) => (
            <li key={part.name} className={part.state === "whole" ? "text-secondary" : "text-bad"}>
              <OpaqueText as="code" className="type-data" text={part.name} limit={80} /> {partWords(part)}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** A name for the owner of a fingerprint, kept for the next file that is signed with it. */
function NameSigner() {
  const stores = useStores();
  const [name, setName] = useState("");
  const given = name.trim();
  return (
    <Form
      className="flex items-end gap-2"
      onSubmit={() => {
        if (given !== "") void stores.get(openedStore).nameSigner(given);
      }}
    >
      <Field
        label="Whose fingerprint it is"
        hint="Once you have compared it with the sender, files signed by it are named so."
        className="flex-1"
      >
        <TextInput value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="pb-5">
        <Button submit disabled={given === ""}>
          Remember
        </Button>
      </div>
    </Form>
  );
}
