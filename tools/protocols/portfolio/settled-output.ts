import { Type } from '../../core/schema.ts'
import type { SettledAction } from './settled-actions.ts'

/** Parameters of tools that look at a time of the books. */
export const PERIOD_PARAMETERS = {
  fromWallMs: Type.Optional(
    Type.Integer({ minimum: 0, description: 'first millisecond; the first action by default' }),
  ),
  toWallMs: Type.Optional(
    Type.Integer({ minimum: 0, description: 'last millisecond; the last action by default' }),
  ),
}

/** Choose the actions that were decided within a period, both ends included. */
export const within = (
  actions: readonly SettledAction[],
  {
    fromWallMs = 0,
    toWallMs = Number.MAX_SAFE_INTEGER,
  }: { readonly fromWallMs?: number; readonly toWallMs?: number },
): readonly SettledAction[] =>
  actions.filter(({ atWallMs }) => fromWallMs <= atWallMs && atWallMs <= toWallMs)
