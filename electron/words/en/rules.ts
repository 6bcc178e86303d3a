import terms from './terms.ts'

/**
 * The doc comment of a rule holds its English definition and needs word for word: a test compares them.
 * The name of each rule, its definition (what it finds, when, and what it never takes for a finding), and the data without which it says 'not evaluated'.
 */
export default {
  missing_record: {
    name: 'Missing record',
    definition:
      "A record that is due by now is not in the book; records missing in a row are one finding, whatever the cause of each. A gas day has 24 hours, and 23 or 25 where the clocks change. Nothing is due before the archive's first record but what was asked for and not answered, after the last day that is over or the last moment that was asked for, or of an archive whose rhythm is not known. What the device has not transmitted yet is not missing, unless it goes on from records that are: then it is one hole with them. Silence and an archive at risk are findings of their own. Days between that nobody asked for are missing.",
    needs: 'An hourly, daily or monthly archive, and which of its days were asked for.',
  },
  off_grid_record: {
    name: 'Off-grid record',
    definition:
      'An extra record between the hours, or a second one of a gas day: the clock was set, or the device changed its state. It is never taken for a period, and no difference is formed with it; an hour that it cuts is left out unless the counter shows the hour whole. A record at most five minutes off is that of its hour where the hour has no other. Records at the same time on most days of a week are a habit of the device, and one finding from the first to the last. Its m³ stand once: not with the record that an archive of days has of the same moment, nor where the hour itself is missing and its hole has them.',
    needs: 'An hourly or daily archive that writes at a regular minute.',
  },
  counter_decrease: {
    name: 'Counter decrease',
    definition:
      'A counter shows less than before. It is an exchange where an event or another serial number tells of one within a day, a rollover where the counter stood at the top of a range (a power of ten, the bits of a register, or where it fell before) and the step over it is no more than 1.5 times what the largest hour around would give, a wrong value where it went away from its neighbours and came back, and unexplained otherwise. Rollovers of one range again and again are one finding. A fall of up to two steps of the counter or 1 % of the usual hour is none. A gap is no finding: the counter is compared across it. A coarser archive repeats no fall that a finer one shows.',
    needs: 'A counter in an archive of readings.',
  },
  hours_against_day: {
    name: 'Hours against the day',
    definition:
      'The sum of the hours of a gas day differs from the daily record that closes it by more than the threshold; days in a row are one finding. A day is not compared when an hour of it is missing, when an extra record cuts one, or when the meter was exchanged or the clock was set on it. Where the hours of a device are rounded one by one, four deviations of their rounding are allowed. Days that fit another contract hour belong to that finding.',
    needs: 'A volume or a counter of the same gas in the hourly and the daily archive.',
  },
  counter_against_sum: {
    name: 'Counter against sum',
    definition:
      'What a counter rose by differs from the sum of the volumes meanwhile by more than the threshold: hour by hour, over whole gas days for what is too little to be seen in an hour, and day by day in the daily archive. Nothing is compared across a gap or an extra record, where the counter falls, on the day of a clock setting, or within a day of an exchange.',
    needs: 'A counter and the volume of the same gas in an hourly or daily archive.',
  },
  contract_hour: {
    name: 'Wrong contract hour',
    definition:
      "On so many days the daily records do not fit the sums of their hours at the contract hour in use, and fit at exactly one other hour. Days with a missing hour, an exchange or a clock change are left out; where several hours would fit, nothing is said. In use is the hour of the device's settings where the zone of the station is set, else the hour that you set, else that of the records' own stamps; what nobody has set is held against no device. A device whose clock follows no summer time is no finding.",
    needs: 'A volume or a counter of the same gas in the hourly and the daily archive, for as many days as the threshold says.',
  },
  range: {
    name: 'Range',
    definition:
      "A value beyond the device's limits is a failure, one beyond its set points is suspect. Each value is held against the settings in force at its time; limits of your own win over them. A flow of zero is below no limit, and a value that crosses a limit to and fro within a day does so in one finding. The working volume of an hour is its mean flow; of parts of hours the hour is summed.",
    needs: 'Pressure, temperature or flow in the hourly archive, else in the daily one; limits or set points in the settings, or your own.',
  },
  below_qmin: {
    name: 'Below Qmin',
    definition:
      'Gas flows, but less than Qmin, below which the meter is not accurate; hours in a row are one finding. The mean flow of an hour is its working volume, else what the working counter rose by, which a step of it may be off. No flow is no finding, and neither is an hour that an extra record cuts. A Qmin of the settings wins over yours; without a unit it is in m³/h.',
    needs: 'Working flow, working volume or a working counter in the hourly archive, and Qmin in the settings or of your own.',
  },
  frozen: {
    name: 'Frozen',
    definition:
      'Pressure or temperature moves by one digit at most while gas flows, for hours in a row. A gap or a substitute ends such a stretch, and hours without flow do not count. A channel that often stands still, such as one in whole degrees, must do so for far longer than it usually does. A volume that varies else repeats to its last digit for a day: a hole filled with the last value.',
    needs: 'Pressure or temperature, and a volume or a flow, in the hourly archive; or a volume alone.',
  },
  substitute: {
    name: 'Substitute in use',
    definition:
      'Pressure or temperature equals the substitute value of the settings for longer than chance explains, or a situation is open in which the device counts with a substitute. A single record that happens to equal the value is no finding.',
    needs: 'A substitute value in the settings, or situations that tell of one.',
  },
  spike: {
    name: 'Spike',
    definition:
      'One hour lies far from the mean of its two neighbours (temperature: from the curve through two neighbours on each side), on the same side of both: by more than so many robust deviations of such distances in the ten days before and after, wider where far ones are common, and by a share of what is used then. Of a device that keeps counters alone, what the counter rose by is judged. A step, a zero, the edge of a gap, an hour beside an extra record, an exchange or a clock setting is no finding, and neither is what the station does often, or at the same hour of the same weekday in one of the five weeks before and after. A value that stands for none, and one that is more than its whole day, is a failure of its own.',
    needs: 'Pressure, temperature, volume, flow or a counter in the hourly archive.',
  },
  unusual_hour: {
    name: 'Unusual hour',
    definition:
      "Consumption of up to twelve hours in a row lies further from what is expected than so many interquartile ranges of ten days (wider where extremes are common), and is at least so many times the expected. Expected is the pattern of the same hour of the same kind of day around it, moved by the median of 48 hours. It has to lie as far from the same hour of the two weeks before and after, at the level of its own week, and to leave what the hours within three hours of the same clock time did on the four weeks' days before and after, but for two: the hours in which boilers start or a weekend begins are like those of other days. What comes back in one of the five weeks before and after, on the same weekday within an hour, is an event of the week. What is more or less has to be a share of a usual day. A new level, a season, a weekend, a zero, the edge of a gap, an exchange or a clock change is no finding; an hour is judged once twelve later ones are there.",
    needs: 'A volume or a counter in the hourly archive, with ten days of history.',
  },
  unusual_day: {
    name: 'Unusual day',
    definition:
      'A gas day uses less or more than so many times the median of 28 days around it, of the days before it and of those after it alike; where weekends differ, of the same kind of day, and of any kind on a side that has fewer than three like it. Public holidays count as Sundays where the book names a country. A new level or a season is no finding, and neither is a day without use, with missing hours, with a stop or an exchange, at a station whose days differ much anyway, or where another day within four weeks, not next to it, is nearly as far off: a working day that uses what days of rest do is one of rest. A day is judged once three later ones are there.',
    needs: 'A volume or a counter in the daily archive, else in the hourly one, for two weeks.',
  },
  zero_use: {
    name: 'Zero use',
    definition:
      'Nothing is used for so many hours in a row, in hours of the week in which the station was seldom at zero during the eight weeks before, and which had at most one such stop; or for the hours of a shorter stop, in hours of the week that had no zero at all in those weeks, where the two days before used at least half of the usual. A gap ends a run. It is no finding while the valve is shut, with less than four weeks of history, where gas came and went by itself in the four weeks before (two stops of three hours or more outside of any weekly rhythm, as of a thermostat in mild weather; of a shorter stop, in the two weeks after it too), or where a stop of three weeks and more ends a decline: the end of a season. Where a device archives no hours, the same is judged by whole gas days and the day of the week, public holidays as Sundays; there any stop has to follow two days that used at least half of the usual, and no others may follow it within two weeks.',
    needs: 'A volume or a counter in the hourly archive, else in the daily one, with four weeks of history.',
  },
  level_shift: {
    name: 'Level shift',
    definition:
      'From one day to the next the level of what is used changes, and stays so for a week: the median of seven days, each held against the same weekday of the four weeks before, is lower or higher by more than the threshold, and by more than twice what nine of ten weeks of the two months before were off. Or the least four hours of each day lie above those of the 56 days before, by more than the threshold of the usual day, and below half of the usual mean hour, while the rest of the day has not risen alike: something leaks or runs all night. It is no finding where the week before went the same way already, as at the ends of a heating season, where the new level is that of the weeks before the last four, or where the same weeks of the year before did the same. Where more than one day in ten has had the new level by itself, only what lasts two weeks is told from a run of such days. It is followed for five weeks; then it is the usual. Where a device archives no hours, the level of its gas days is judged, unless a quarter of the two months before was at the new one; they have no least hours. Always suspect: people may have changed their ways.',
    needs: 'A volume or a counter in the hourly archive, else in the daily one, with nine weeks of history.',
  },
  flow_while_shut: {
    name: 'Flow while shut',
    definition:
      'Gas is counted in records that lie wholly between the moment the valve shut and the moment it opened. A record in which the valve moved is no finding.',
    needs: 'Events of the valve; a volume or a counter in the hourly archive, else in the daily one.',
  },
  conversion: {
    name: 'Conversion',
    definition:
      'Standard volume ÷ working volume differs from P·Tst/(Pst·T); where pressure is not known, from its own median of the 30 days before. Small volumes are summed until rounding no longer matters. Above 300 kPa without a compressibility, the ratio to the formula is held against its own median too. Where hours differ by themselves, because P and T are those of a moment, the median of a day with six hours of flow is held against that of the 20 days before, and is suspect beyond the threshold and five deviations of those days. Gaps, zeros and meter exchanges are left out. The volume concerned is the error alone.',
    needs:
      'Standard and working volumes, or counters, in one archive; for the formula also pressure, temperature and whether the pressure is absolute or gauge.',
  },
  abnormal_time: {
    name: terms.abnormalTime,
    definition:
      "The time that situations lasted in a gas day, overlaps counted once, differs from what the device's own daily summary says. A day without a summary is not judged, nor is one whose summary says more than a day has, nor one before the end of a situation that is older than the log.",
    needs: 'Situations (nesht) and their daily summaries (nesht_svod).',
  },
  unexplained_change: {
    name: 'Unexplained change',
    definition:
      "Settings differ between two readings and no event of the log of changes explains it, or such an event names a setting that is the same before and after. The device's clock, counters and what changes at nearly every reading are left out.",
    needs: 'The settings, read at least twice, and the log of changes.',
  },
  device_clock: {
    name: 'Device clock',
    definition:
      "The device's clock was set by more than the tolerance, its hourly records lie beside the usual minute for several hours in a row, or the time in its settings differs from that of the session. Single records between the hours are no finding.",
    needs: "The log of changes, the hourly archive, or the device's time in the settings.",
  },
  silent: {
    name: 'Silent',
    definition:
      "The last session is older than the station's own rhythm allows (the median distance of its sessions in the 60 days before), or a session that was announced has not come. Retries within ten minutes count as one session. Its m³ are those of all the time that it has been silent for, priced as every hole is.",
    needs: 'At least six sessions, or a last session that announces the next one.',
  },
  archive_at_risk: {
    name: 'Archive at risk',
    definition:
      "The oldest record that is not fetched yet is nearly as old as the device's archive is deep: soon the device writes over it. What the service was asked for and does not have is not at risk.",
    needs: "The depth of the device's archive, known for its type or given by you, and what has been fetched.",
  },
  verification_overdue: {
    name: 'Verification overdue',
    definition:
      'The day until which the device is verified has passed, or passes within the days of warning. It is the next verification in the settings, else the last one and the interval, else the day that was typed in; of several instruments the first that is due.',
    needs: 'The date of the next verification in the settings, or the date of the last one and the interval, or one that was typed in.',
  },
  over_limit: {
    name: 'Over the limit',
    definition:
      "More was used in an hour, a gas day, a month, a quarter or a year than the contract allows the station or its consumer; hours and days in a row are one finding. What a running period will have used at its end is suspect where it lies above the limit: what is used so far, and for the days that remain the median of the same kind of day over 28 days, corrected by the ratio of the last 7 days to theirs, and the farther ahead the more by what such days were in their season a year before; without that year nothing is said of weeks in which heating begins or ends. What was before the archive began counts as not used. Of two limits that hold in a period the one that began later counts. A consumer's limit is judged at its station with the least number.",
    needs:
      'A limit that somebody typed in, and a volume or a counter in the hourly or daily archive; for what will be used 28 days of history, and projections of the past at the same distance.',
  },
  kept_twice: {
    name: 'Kept twice',
    definition:
      'Another book that was merged into this one, or a file by cable, had a record of the same time, or the same session, with other content. The own one stays where it is, the other one is kept beside it, and nobody has said which is right. A file that prints fewer digits says the same where the difference is one of rounding.',
    needs: 'A book that another one was merged into, or that a file by cable was read into.',
  },
  reading_differs: {
    name: 'Reading differs',
    definition:
      "A counter that an engineer read at the meter lies beyond telemetry's nearest records on both sides of that moment, by more than the tolerance: the coarser last digit of the two, what can flow in the minutes by which two clocks may differ, or a share of what flowed since the counter was compared last (else since the archive begins), whichever is most; never a share of the counter itself. What lies between the two records is not judged: the counter passed it at some moment between them.",
    needs: 'A reading at the meter, and a record of the counter before and after it.',
  },
  imbalance: {
    name: 'Imbalance of a branch',
    definition:
      "What goes into a branch of the network differs from what comes out of it by more than the devices' limits of error explain, on so many gas days of seven (suspect), or on so many in a row (fail). Compared are the hours of which every station of the branch has a number; a day with less than half of its hours is not judged, and no row of days goes over it. The uncertainty is twice the root of the sum of squares of each station's limit of error times its volume; of a station whose limit nobody typed in it is 1 %. The finding stands at the first station that goes in.",
    needs: 'A branch that somebody drew, and volumes of all of its stations for the same time.',
  },
}
