import { explainNotice } from "../../src/shared/text/explain-notice.ts";
import { sampleNotices } from "../fakes/sample-notices.ts";
import type { GalleryState } from "./states.ts";

const NOTICES = Object.entries(sampleNotices(Date.now() * 1_000));

/** Each notice of trouble: its row among the others, and what the inspector says of it. */
export const NOTICE_STATES: readonly GalleryState[] = NOTICES.map(([name, notice], place) => ({
  name: `notice-${name}`,
  at: "log=notices",
  async act(page) {
    const { title } = explainNotice(notice);
    // Two of them may have the same title.
    const before = NOTICES.slice(0, place).filter(([, other]) => explainNotice(other).title === title).length;
    const grid = page.getByRole("grid", { name: "Event log" });
    await grid.getByRole("row").filter({ hasText: title }).nth(before).click();
    await page.getByRole("heading", { name: title }).first().waitFor();
  },
}));
