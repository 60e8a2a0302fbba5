/** The mark: two nodes and the link between them, one known and one found. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M9 15 15 9" stroke="var(--accent)" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="6.6" cy="17.4" r="4.3" stroke="var(--accent)" strokeWidth="2.6" />
      <circle cx="17.4" cy="6.6" r="5.6" fill="var(--accent)" />
    </svg>
  );
}
