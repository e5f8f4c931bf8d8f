/** How runs are named: by the time at which they began, so that the newest comes last, and their process. */
export const RUN_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d{1,10}$/

/** Name a run by when it begins, and the id of its process. */
export const nameRun = (at: Date, pid: number): string =>
  `${at.toISOString().replaceAll(/[:.]/g, '-')}-${pid}`
