import { Type } from '../../core/schema.ts'
import { CodeSchema, toCode } from './code-schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Approve or remove a signature scheme. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_scheme',
  description: "Approve or remove a signature scheme of the cage, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_scheme approves or removes the form of messages for which the cage answers as signer; it needs the owner's approval.",
  promptGuidelines: ['Removing works at once and voids what it recorded; approving has to be queued first.'],
  members: { scheme: CodeSchema, isAllowed: Type.Boolean() },
  encode: ({ scheme, isAllowed }) => encodeChange('setScheme', [toCode(scheme), isAllowed]),
})
