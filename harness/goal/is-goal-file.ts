/** Tell whether a file holds a goal task: by what it says, or by where it lies. */
export const isGoalFile = (path: string, text: string): boolean =>
  /(^|[/\\])goals[/\\][^/\\]+[/\\][^/\\]+$/.test(path) || /^goal:/m.test(text)
