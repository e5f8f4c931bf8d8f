/** What the process' exit code says. */
export const EXIT_CODES = {
  /** Everything passed. */
  pass: 0,
  /** The run is sound and found something. */
  findings: 1,
  /** The run is broken, or the command was used wrongly. */
  broken: 2,
  /** What failed in a run that was replayed came to something else. */
  differs: 3,
} as const
