/** Something that is wrong in a config, with its place where that is known; both count from 1. */
export interface ConfigProblem {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** A config that cannot be used; every problem stands in the message, as `path:line:column: what`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly ConfigProblem[]

  constructor(path: string, problems: readonly ConfigProblem[]) {
    super(
      problems
        .map(({ line, column, message }) =>
          line === undefined ? `${path}: ${message}` : `${path}:${line}:${column}: ${message}`,
        )
        .join('\n'),
    )
    this.problems = problems
  }
}
