import type { Json } from '../core/json.ts'

/** A part of what a tool answers; images are PNG, JPEG, GIF or WebP in base64. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** What a tool of a plugin answers. */
export interface PluginResult {
  readonly content: readonly ContentBlock[]
  /** Shown to people and programs, not to the model. */
  readonly details?: Json
  /** True when the content says why it did not work. */
  readonly isError?: boolean
}

/** For whom a tool is called. */
export interface CallContext {
  /** Key of the session. */
  readonly session: string
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
}

/** A tool that a plugin registers. */
export interface PluginTool {
  /** `[a-z][a-z0-9_-]*`, at most 64 characters. */
  readonly name: string
  readonly description: string
  /** JSON Schema 2020-12 of an object. */
  readonly parameters: object
  /** False for a tool that no agent is offered: it is called over HTTP alone, with the token of the gateway. */
  readonly isBridged?: boolean
  /** Carry out a call. The parameters fit the schema and are frozen. */
  execute(params: Json, context: CallContext): Promise<PluginResult>
}

/** A call as hooks see it: frozen. */
export interface HookedCall {
  readonly tool: string
  readonly session: string
  readonly params: Json
  /** What the tool answered; only hooks after a call see it. */
  readonly result?: PluginResult
}

/** What a hook says; anything else denies. */
export type HookVerdict = { readonly allow: true } | { readonly allow: false; readonly reason: string }

/** Judges calls before they are carried out, or what they answered before it is shown. */
export interface CallHook {
  readonly name: string
  readonly when: 'before' | 'after'
  check(call: HookedCall): HookVerdict | Promise<HookVerdict>
}

/** What a plugin does with the gateway, while it is loaded. */
export interface PluginApi {
  /** @throws ToolError TOOL_NAME_INVALID, TOOL_NAME_TAKEN, TOOL_TEXT_INVALID, TOOL_SCHEMA_INVALID, REGISTRATION_OVER */
  registerTool(tool: PluginTool): void
  /** @throws ToolError TOOL_TEXT_INVALID, REGISTRATION_OVER */
  addHook(hook: CallHook): void
}

/** What a plugin's file exports by default: registers what it has. */
export type Plugin = (api: PluginApi) => void | Promise<void>
