/** How runs are named: by the time at which they began, so that the newest comes last, and their process. */
export const RUN_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-\d{1,10}$/

/** Name a run by when it begins, and the id of its process. */
export const nameRun = (at: Date, pid: number): string =>
  `${at.toISOString().replaceAll(/[:.]/g, '-')}-${pid}`

/** Read from the name of a run the id of its process. */
export const readPid = (runId: string): number => Number(runId.slice(runId.lastIndexOf('-') + 1))

/** Read from the name of a run when it began, in milliseconds. */
export const readBegin = (runId: string): number =>
  Date.parse(runId.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-\d+$/, 'T$1:$2:$3.$4'))
