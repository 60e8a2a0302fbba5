import { Fact, Facts } from "../../../ui/facts.tsx";
import type { LinkPart, LinkUser } from "../link.ts";
import { PersonSign } from "./avatar.tsx";
import { FieldValue, MomentValue, Nothing, OtherValue, TypeChip } from "./field-value.tsx";
import styles from "./link-picture.module.css";

export interface PersonCardProps {
  /** What the person is to the link: "User" or "Peer". */
  readonly end: string;
  readonly person: LinkPart<LinkUser>;
}

/** One end of a link: who it is, with every field the service has of them. */
export function PersonCard({ end, person }: PersonCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.role}>{end}</p>
      {person.state === "object" ? <Person user={person.value} /> : <MissingPart part={person} />}
    </div>
  );
}

/** Stands where an object should be. */
export function MissingPart({ part }: { readonly part: Exclude<LinkPart<never>, { state: "object" }> }) {
  return part.state === "other" ? <OtherValue raw={part.raw} expected="an object" /> : <Nothing state={part.state} />;
}

function Person({ user }: { readonly user: LinkUser }) {
  return (
    <>
      <div className="flex items-start gap-3">
        <PersonSign name={user.name} />
        <div className="flex-1 min-w-0">
          <p className="type-heading">
            <FieldValue field={user.name} />
          </p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 min-w-0 text-secondary">
            <span className="min-w-0 type-data">
              <FieldValue field={user.identifier} copy="Copy identifier" />
            </span>
            <TypeChip field={user.identifierType} />
          </div>
        </div>
      </div>
      <Facts className={styles.facts}>
        <Fact name="Email">
          <FieldValue field={user.email} copy="Copy email" />
        </Fact>
        <Fact name="Reference" data>
          <FieldValue field={user.reference} copy="Copy reference" />
        </Fact>
        <Fact name="Created">
          <MomentValue field={user.createdAt} />
        </Fact>
        <Fact name="Updated">
          <MomentValue field={user.updatedAt} />
        </Fact>
      </Facts>
    </>
  );
}
