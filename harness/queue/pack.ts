import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Write a value as text, as threads would hand it over: with bigints, maps and members that are undefined. */
export const pack = (value: unknown): string => gzipSync(serialize(value)).toString('base64')

/**
 * Read what `pack` wrote.
 *
 * @throws Error when it is something else
 */
export const unpack = <T>(text: string): T => deserialize(gunzipSync(Buffer.from(text, 'base64'))) as T
