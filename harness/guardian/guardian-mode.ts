/** How the guardian of a scenario behaves; one that `signs-all` was taken over and judges nothing. */
export type GuardianMode =
  | 'on'
  | 'off'
  | 'down'
  | 'refuses'
  | 'wrong-key'
  | 'other-bytes'
  | 'slow'
  | 'hung'
  | 'garbage'
  | 'killed'
  | 'signs-all'
