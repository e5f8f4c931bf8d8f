import type { Json } from './json.ts'

/**
 * The maths of protocols' own SDKs, computed outside of the stack. What it answers is a proposal of a plan and evidence of
 * nothing: amounts that are promised are read from the chain.
 */
export interface SdkPort {
  /** Ask for one computation; rejects with an Error that says why when there is no answer. */
  ask(method: string, params: Json, signal: AbortSignal): Promise<Json>
}
