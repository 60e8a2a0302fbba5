/**
 * The icon of the program in its drawing for small sizes: a user we know (the ring), the peer who was found (the
 * disc), and the link between them. The same lines as in `build/packaging/icons/linkdesk.svg`.
 */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 1024 1024" fill="none" aria-hidden="true">
      <linearGradient id="logo-tile" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#14809a" />
        <stop offset="1" stopColor="#0a4c60" />
      </linearGradient>
      <rect width="1024" height="1024" rx="224" fill="url(#logo-tile)" />
      <path d="M446 578 600 424" stroke="#c7f2e9" strokeWidth="118" strokeLinecap="round" />
      <circle cx="336" cy="688" r="146" stroke="#ffffff" strokeWidth="120" />
      <circle cx="692" cy="332" r="212" fill="#8fe6d4" />
    </svg>
  );
}
