import { durationText } from "../../../shared/measures.ts";
import { faultOf, type RunDetail } from "../../../shared/run.ts";
import { roleName, tieTone } from "../../../shared/text/run-words.ts";

const COLOURS = { good: "#16703c", odd: "#8a5a00", bad: "#b3261e", neutral: "#43506a" } as const;
const [LEFT, RIGHT, ROW] = [150, 700, 26] as const;
/** More webhooks than this are told of below, one by one. */
const TIES_AT_MOST = 12;

/** The run as a picture in lines of time: the call, the limit, and each webhook when it came. Drawn, not scripted. */
export function runPicture({ summary, ties }: RunDetail, html: (text: string) => string): string {
  const drawn = ties.slice(0, TIES_AT_MOST);
  const limit = Math.max(1, summary.deadline - summary.startedAt);
  const last = drawn.reduce((latest, { after }) => Math.max(latest, after), 0);
  // A webhook within a second of a limit of minutes has to be told from the call.
  const length = last > 0 && limit > last * 8 ? last * 1.6 : Math.max(limit, last) * 1.1;
  const at = (after: number): number => Math.round(LEFT + ((RIGHT - LEFT) * Math.min(after, length)) / length);
  const height = ROW * (drawn.length + 2) + 24;
  const rows = drawn.map((tie, index) => {
    const { deliveryId, after, role } = tie;
    const y = ROW * (index + 2);
    const colour = COLOURS[tieTone(role, faultOf(role, tie.fields))];
    const label = `${roleName(tie)}, ${durationText(after)}`;
    const anchor = at(after) > RIGHT - 160 ? `x="${at(after) - 10}" text-anchor="end"` : `x="${at(after) + 10}"`;
    return `<text x="0" y="${y + 4}">${html(`Webhook ${deliveryId}`)}</text><line x1="${LEFT}" x2="${at(after)}" y1="${y}" y2="${y}" stroke="#c4ccd8"/><circle cx="${at(after)}" cy="${y}" r="5" fill="${colour}"/><text ${anchor} y="${y + 4}" fill="${colour}">${html(label)}</text>`;
  });
  const deadline =
    limit <= length
      ? `<line x1="${at(limit)}" x2="${at(limit)}" y1="${ROW - 10}" y2="${height - 20}" stroke="#8a93a3" stroke-dasharray="4 3"/><text x="${at(limit)}" y="${height - 6}" text-anchor="middle" fill="#5b6472">${html(`limit ${durationText(limit)}`)}</text>`
      : `<text x="${RIGHT}" y="${height - 6}" text-anchor="end" fill="#5b6472">${html(`limit ${durationText(limit)}, beyond the right edge`)}</text>`;
  return `<svg viewBox="0 0 860 ${height}" role="img" aria-label="${html(`Call ${summary.id} and its webhooks in time`)}" font-size="12" font-family="sans-serif" fill="#1b1f27"><text x="0" y="${ROW + 4}">${html(`Call ${summary.id}`)}</text><rect x="${LEFT - 4}" y="${ROW - 5}" width="10" height="10" rx="2" fill="#43506a"/><line x1="${LEFT}" x2="${LEFT}" y1="${ROW}" y2="${height - 20}" stroke="#d9dee6"/>${rows.join("")}${deadline}</svg>`;
}
