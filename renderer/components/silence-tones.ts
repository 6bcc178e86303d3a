/** Colour of a session's age: quiet while the station reports. */
export const SILENCE_TONES = { none: '', late: 'tone-warn', lost: 'tone-bad', never: 'muted' } as const
