/** Days off of a country, on which works and offices use gas as on a Sunday: MM-DD, those of fixed date alone. */
const RUSSIA = [
  '01-01',
  '01-02',
  '01-03',
  '01-04',
  '01-05',
  '01-06',
  '01-07',
  '01-08',
  '02-23',
  '03-08',
  '05-01',
  '05-09',
  '06-12',
  '11-04',
]
const DAYS_OFF: Readonly<Record<string, readonly string[]>> = {
  'Europe/Moscow': RUSSIA,
  'Asia/Yekaterinburg': RUSSIA,
  'Europe/Kaliningrad': RUSSIA,
  'Europe/Berlin': ['01-01', '05-01', '10-03', '12-25', '12-26'],
  'Europe/Bucharest': ['01-01', '01-02', '01-24', '05-01', '08-15', '11-30', '12-01', '12-25', '12-26'],
}

/** Whether a day (`yyyy-mm-dd`, of the place) is a day off there. */
export const isDayOff = (zone: string, day: string): boolean => DAYS_OFF[zone]?.includes(day.slice(5)) ?? false
