/** The mark: two nodes and the link between them. Takes its colours from the theme. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M9.2 14.8 14.8 9.2" stroke="var(--accent)" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="6.5" cy="17.5" r="4.3" stroke="var(--accent)" strokeWidth="2.4" />
      <circle cx="17.5" cy="6.5" r="5.5" fill="var(--accent)" />
    </svg>
  );
}
