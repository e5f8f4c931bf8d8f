/** What a model was offered, and told by the calls of one prompt. */
export interface Told {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: object
  }[]
  readonly results: readonly {
    readonly toolName: string
    readonly isError: boolean
    readonly content: readonly { readonly type: string; readonly text?: string }[]
    readonly details: unknown
  }[]
}

/** A call that a model is to make. */
export type ModelCall = readonly [tool: string, args: unknown]
