/** The part of a question that narrows it to one device of the station; null: all that it had. */
export const ofDevice = (equipmentId: number | null): { equipmentId?: number } => (equipmentId === null ? {} : { equipmentId })
