/** Identity of the native coin's transfers, as metadata and decoders name it. */
export const PROTOCOL = 'native'
