import type { Json } from '../../tools/core/json.ts'
import type { SdkVersions } from './sdk-versions.ts'

/** A line that a sidecar reads from a connection. */
export interface SidecarRequest {
  readonly method: string
  readonly params: Json
}

/** The line that it answers with. */
export type SidecarAnswer = { readonly result: Json } | { readonly failed: string }

/** What it says on its standard output: that it listens, and with which SDKs. */
export type SidecarStatus = { readonly versions: SdkVersions } | { readonly failed: string }
