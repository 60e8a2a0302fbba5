/** What `npm run test:endurance -- --rounds=N --seed=N` asks for, handed on through the environment. */
function whole(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new Error(`${name} is a whole number from 1 up, not “${text}”.`);
  return Number(text);
}

/** How often the app and the journal are killed. */
export const ROUNDS = whole("LINKDESK_ENDURANCE_ROUNDS", 60);

/** How long the storm lasts. */
export const MINUTES = whole("LINKDESK_ENDURANCE_MINUTES", 30);

/** What all that is left to chance is drawn from: the same one repeats a run. */
export const SEED = whole("LINKDESK_ENDURANCE_SEED", 1 + Math.floor(Math.random() * 999_999));
