/** The product's sign. */
export function Logo() {
  return (
    <svg
      viewBox="0 0 18 18"
      class="size-4.5 shrink-0 fill-none stroke-current"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M2.5 5.2 9 2l6.5 3.2v7.6L9 16l-6.5-3.2z" stroke-width="1.6" />
      <path d="m5.6 9 2.3 2.3 4.5-4.6" stroke="var(--c-evidence)" stroke-width="1.9" stroke-linecap="round" />
    </svg>
  );
}
