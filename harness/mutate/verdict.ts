/** How a mutant ended: only an assertion kills. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string; readonly assertion: string }
  | { readonly kind: 'survived' }
  /** The text to replace is gone, or what replaces it does not load or compile. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'timed-out'; readonly at: string }
  /** Nothing that could notice it passes when the other layers are off. */
  | { readonly kind: 'unjudged'; readonly problem: string }
