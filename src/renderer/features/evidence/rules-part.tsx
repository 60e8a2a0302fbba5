import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Result } from "../../../shared/primitives.ts";
import type { Profile } from "../../../shared/profile.ts";
import { type RedactionRule, RULES_AT_MOST, redactionRule } from "../../../shared/redaction-rules.ts";
import { useStores } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useInSight } from "../../ui/use-in-sight.ts";
import { exportStore } from "./export-store.ts";

/** Whose rules they are, and how they are kept: profiles are another feature's. */
export interface RulesOf {
  /** null only before there is one. */
  readonly profile: Profile | null;
  readonly saveRules: (rules: readonly RedactionRule[]) => Promise<Result<unknown>>;
}

/** What the profile has left out besides what Linkdesk knows of: a field by its name, or a text by its shape. */
export function RulesPart({ profile, saveRules }: RulesOf) {
  const stores = useStores();
  const [problem, setProblem] = useState<string | null>(null);
  if (profile === null) return null;
  const { redactionRules, name } = profile;

  async function change(rules: readonly RedactionRule[]): Promise<boolean> {
    const result = await saveRules(rules);
    setProblem(result.ok ? null : result.message);
    if (result.ok) await stores.get(exportStore).lookAgain();
    return result.ok;
  }

  return (
    <div role="group" aria-label="Your rules" className="flex flex-col gap-2">
      <h4 className="type-small-strong">
        Your rules, kept in the profile <OpaqueText text={name} limit={60} />
      </h4>
      {redactionRules.length === 0 ? null : (
        <ul className="flex flex-col gap-1" aria-label="Rules">
          {redactionRules.map((rule, index) => (
            <li key={`${rule.hides} ${rule.pattern}`} className="flex items-center gap-2 min-w-0">
              <span className="flex-1 min-w-0 wrap-anywhere">
                {rule.hides === "field" ? "Everything in the field " : "Every text like "}
                <OpaqueText as="code" className="type-data" text={rule.pattern} limit={100} />
              </span>
              <IconButton
                label={`Remove the rule ${rule.pattern}`}
                icon={<Trash2 />}
                onClick={() => void change(redactionRules.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {redactionRules.length < RULES_AT_MOST ? (
        <NewRule
          problem={problem}
          forget={() => setProblem(null)}
          add={(rule) =>
            change([
              ...redactionRules.filter(({ hides, pattern }) => hides !== rule.hides || pattern !== rule.pattern),
              rule,
            ])
          }
        />
      ) : null}
    </div>
  );
}

interface NewRuleProps {
  readonly problem: string | null;
  readonly forget: () => void;
  readonly add: (rule: RedactionRule) => Promise<boolean>;
}

function NewRule({ problem, forget, add }: NewRuleProps) {
  const [hides, setHides] = useState<RedactionRule["hides"]>("text");
  const [pattern, setPattern] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const error = fault ?? problem;
  const form = useInSight<HTMLFormElement>(error);

  async function submit() {
    const parsed = redactionRule.safeParse({ hides, pattern });
    if (!parsed.success) {
      setFault(parsed.error.issues[0]?.message ?? "This cannot be a rule.");
      return;
    }
    if (await add(parsed.data)) setPattern("");
  }

  return (
    <Form ref={form} className="flex flex-col gap-2" onSubmit={submit}>
      <Segmented
        label="What the rule leaves out"
        size="small"
        value={hides}
        onValueChange={setHides}
        options={[
          { value: "text", label: "A text" },
          { value: "field", label: "A field" },
        ]}
      />
      <div className="flex items-end gap-2">
        <Field
          label={hides === "text" ? "Text like" : "Field called"}
          hint={
            hides === "text"
              ? "Such as ORD-#### or ACME-*: # is a digit, * whatever follows up to a space."
              : "Such as loyalty_tier. * stands for any part of the name."
          }
          {...(error === null ? {} : { error })}
          className="flex-1"
        >
          <TextInput
            value={pattern}
            maxLength={100}
            onChange={(event) => {
              setPattern(event.target.value);
              setFault(null);
              forget();
            }}
          />
        </Field>
        <div className="pb-5">
          <Button submit size="small" icon={<Plus />} disabled={pattern.trim() === ""}>
            Add rule
          </Button>
        </div>
      </div>
    </Form>
  );
}
