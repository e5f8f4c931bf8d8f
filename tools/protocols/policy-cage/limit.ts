import { Type } from '../../core/schema.ts'

/** How many entries are shown. */
export const LIMIT = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'most entries, the newest, 50 by default' }),
  ),
}
