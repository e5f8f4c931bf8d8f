/** Name under which what a permit signed is bound. */
export const signatureKey = (permitId: string) => `signature of ${permitId}`
