import { useFormContext, useWatch } from "react-hook-form";
import { type Mode, SANDBOX_PROFILE_ID } from "../../../../shared/profile.ts";
import { useStore } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceList } from "../../../ui/choice.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormText } from "../../../ui/form-field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { optionsOf } from "../../../ui/options.ts";
import { Select } from "../../../ui/select.tsx";
import { UseAddress } from "../../../ui/use-address.tsx";
import { sandboxStore } from "../../sandbox/index.ts";
import { asciiHost } from "../ascii-address.ts";
import { MODES, ModeChip } from "../mode.tsx";
import { ownPath } from "../own-path.ts";
import { AUTHENTICATION_SLOT, type ProfileText } from "./profile-form.ts";
import { ProfileSecret } from "./profile-secret.tsx";

const ORDER = Object.keys(MODES) as readonly Mode[];

/** Name, mode and address. */
export function BasicsSection({ id }: { readonly id: string }) {
  const { control, setValue } = useFormContext<ProfileText>();
  const mode = useWatch({ control, name: "mode" });
  const sandboxUrl = useStore(sandboxStore, (state) => state.status.url);
  const baseUrl = useWatch({ control, name: "baseUrl" });
  const host = asciiHost(baseUrl);
  const own = ownPath(baseUrl);
  const fixed = id === SANDBOX_PROFILE_ID;
  return (
    <Section title="Profile">
      <FormText<ProfileText> name="name" label="Name" placeholder="Acme Payments" />
      <ChoiceList
        label="Mode"
        columns={2}
        value={mode}
        onValueChange={(next) => setValue("mode", next, { shouldDirty: true, shouldValidate: true })}
        options={ORDER.map((each) => ({
          value: each,
          label: <ModeChip mode={each} />,
          description: MODES[each].meaning,
          disabled: fixed && each !== "sandbox",
        }))}
      />
      {mode === "sandbox" ? (
        <p className="text-secondary">
          {fixed ? "This profile always leads to the built-in sandbox" : "Calls go to the built-in sandbox"}
          {sandboxUrl === null ? (
            "."
          ) : (
            <>
              , at <code>{sandboxUrl}</code>.
            </>
          )}
        </p>
      ) : (
        <FormText<ProfileText>
          name="baseUrl"
          label="Base URL"
          inputMode="url"
          placeholder="https://api.example.com"
          data
          remedy={
            <UseAddress
              text={baseUrl}
              onUse={(meant) => setValue("baseUrl", meant, { shouldDirty: true, shouldValidate: true })}
            />
          }
          hint={
            own !== null ? (
              <span className="flex flex-col items-start gap-1">
                <span className="text-odd wrap-anywhere">
                  Ends with <code>{own.path}</code>, which Linkdesk adds by itself: calls would have it twice.
                </span>
                <Button
                  size="small"
                  onClick={() => setValue("baseUrl", own.without, { shouldDirty: true, shouldValidate: true })}
                >
                  Cut it off
                </Button>
              </span>
            ) : host === null ? (
              <>
                With its path, if it has one: <code>/link/…</code> and <code>/test/…</code> are added.
              </>
            ) : (
              <>
                This host is really <code>{host}</code>. Its letters may only look like those of another; make sure that
                it is the one you mean.
              </>
            )
          }
        />
      )}
    </Section>
  );
}

const SCHEMES = optionsOf<ProfileText["authentication"]["scheme"]>({
  none: { label: "None", description: "Calls go out without any proof of who sends them." },
  header: { label: "Header", description: "The key as the value of a header, such as x-api-key." },
  bearer: {
    label: "Authorization token",
    description: "Authorization: Bearer, or another word, and the token.",
  },
  basic: { label: "Basic", description: "Authorization: Basic, from a user name and a password." },
});

/** How a call proves who it is from. */
export function AuthenticationSection({
  id,
  accepted,
}: {
  readonly id: string;
  /** Whether a test has shown that the key is accepted. */
  readonly accepted: boolean;
}) {
  const { control, setValue } = useFormContext<ProfileText>();
  const scheme = useWatch({ control, name: "authentication.scheme" });
  const sandbox = useWatch({ control, name: "mode" }) === "sandbox";
  return (
    <Section title="Authentication" hint="How your service wants to know who calls: its documentation says so.">
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <Field label="Scheme">
          <Select
            value={scheme}
            onValueChange={(next) =>
              setValue("authentication.scheme", next, { shouldDirty: true, shouldValidate: true })
            }
            options={SCHEMES}
          />
        </Field>
        {scheme === "header" ? <FormText<ProfileText> name="authentication.name" label="Header name" data /> : null}
        {scheme === "bearer" ? (
          <FormText<ProfileText>
            name="authentication.word"
            label="Word before the token"
            optional
            data
            hint="Such as Bearer, Token or ApiKey. Empty: the token alone."
          />
        ) : null}
        {scheme === "basic" ? <FormText<ProfileText> name="authentication.username" label="User name" data /> : null}
      </div>
      {scheme === "none" ? null : (
        <ProfileSecret
          profileId={id}
          slot={AUTHENTICATION_SLOT}
          label={scheme === "header" ? "Key" : scheme === "bearer" ? "Token" : "Password"}
          checkKey={scheme !== "basic"}
          accepted={accepted}
          isKeyOfCalls
          {...(sandbox ? { unset: "Empty: the sandbox’s own key" } : {})}
        />
      )}
    </Section>
  );
}

/** What a call may take, and what an amount is worth. */
export function LimitsSection() {
  return (
    <Section title="Time-outs and amounts">
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <FormText<ProfileText>
          name="timeouts.connectMs"
          label="Connect within"
          aside="ms"
          inputMode="numeric"
          data
          hint="Until the connection stands"
        />
        <FormText<ProfileText>
          name="timeouts.totalMs"
          label="Answer within"
          aside="ms"
          inputMode="numeric"
          data
          hint="Until the whole answer is here"
        />
      </div>
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <FormText<ProfileText>
          name="unitsPerCurrency"
          label="Units per currency"
          optional
          inputMode="numeric"
          placeholder="100"
          data
          hint="How many units of an amount make one of its currency: 100 for kobo and naira. Leave empty if not known."
        />
      </div>
    </Section>
  );
}
