"""What English words mean. A line is `concept: form, form, ...`; `concept-` is the concept's opposite. Forms are lower
case and may be phrases; a single word also matches in its other inflections.

Two words share a concept only if one can replace the other in a memory without changing what it says.
"""

from __future__ import annotations

SYNONYMS = """
like: like, love, enjoy, adore, fond of, keen on, a fan of, a big fan of, partial to, be into, take pleasure in, have a liking for, have a soft spot for, be crazy about, be a lover of
like-: hate, dislike, detest, loathe, can not stand, can not bear, despise, have an aversion to, abhor, can not tolerate, can not abide
prefer: prefer, favour, have a preference for, opt for, would rather have, like best, like most, like better, preference be, preference be for, preferred
allergic: allergic to, allergic, allergy to, have an allergy to, an allergy to, suffer from an allergy to, allergy
afraid: afraid of, scared of, fear, have a fear of, frightened of, frightened by, terrified of
interested: interested in, have an interest in
want: want, wish for, would like, desire
own: own, possess, owner, have
live: live, reside, dwell, make home, home be
located: located, situated, sit, be to be found
work: work, employed, have a job
work_as: work as a, work as an, work as, job be, profession be, occupation be, earn a living as, by profession a, by trade a, employed as
named: named, called, name be, go by the name of, by the name of, name
buy: buy, purchase, acquire
stop_for: stop to
start: start, begin, commence, kick off
end: end, finish, conclude, be over
happen: happen, take place, occur, hold, be held
meet: meet, get together
use: use, utilise, utilize, make use of, rely on, employ
run: run, execute
deploy: deploy, roll out, ship to
build: build, construct
create: create, make
fix: fix, repair, mend
delete: delete, remove, erase
keep: keep, retain, store, preserve, hold on to
send: send, dispatch
receive: receive, get, obtain
show: show, display
choose: choose, pick, select
help: help, assist
allow: allow, permit, let, be permitted to, be allowed to
allow-: forbid, prohibit, ban, disallow
enabled: enable, turn on, switch on, activate, activated, on by default
enabled-: disable, turn off, switch off, deactivate, off by default
open: open
open-: =closed, =shut
possible: possible
possible-: impossible
available: available
available-: unavailable
valid: valid
valid-: invalid
legal: legal
legal-: illegal
married: married
married-: unmarried
alive: alive
alive-: dead
active: active
active-: inactive
able: able to
able-: unable to, incapable of
agree: agree
agree-: disagree
trust: trust
trust-: distrust, mistrust
encrypted: encrypted
encrypted-: unencrypted
responsible: responsible for, in charge of, take care of, look after, have responsibility for, responsibility of, handle
manager: manager, boss, supervisor
job: job, profession, occupation
company: company, firm, employer
car: car, automobile
home: home, residence
flat: flat, apartment
movie: movie, film
child: child, kid
doctor: doctor, physician
phone: phone, mobile, mobile phone, cellphone, cell phone, smartphone
bike: bike, bicycle
picture: picture, image, photo, photograph
holiday: holiday, vacation
shop: shop, store-house
error: error, fault
bug: bug, defect
answer: answer, reply, response, respond
question: question
summary: summary
spreadsheet: spreadsheet
backup: backup, back-up, back up
database: database, db
repo: repository, repo
config: configuration, config
docs: documentation, docs
app: application, app
env: environment, env
standup: standup, stand-up, stand up meeting, standup meeting, stand-up meeting
meeting: meeting, meetup
colour: colour
mail: email, e-mail
launch: launch, go live, go-live, golive
launch_date: launch date, go-live date, date of the launch, date of launch
deadline: deadline, due date
birthday: birthday, date of birth, birth date
born: born
limit: limit, maximum, max, cap, upper limit
minimum: minimum, min
cost: cost, price, be priced at
total: total, sum
phone_number: phone number, telephone number
address: address
timezone: timezone, time zone
wage: salary, pay-packet
spouse: spouse
often: often, frequently
usual: usually, normally, generally, typically, as a rule
always: always, every time, at all times, without exception
rare: rarely, seldom
immediate: immediately, right away, at once, straight away, instantly
daily: daily, every day, each day, once a day, per day, a day
weekly: weekly, every week, each week, once a week, per week, a week
monthly: monthly, every month, each month, once a month, per month, a month
yearly: yearly, annually, annual, every year, each year, once a year, per year, a year
hourly: hourly, every hour, each hour, once an hour, per hour, an hour
nightly: nightly, every night, each night
all: all, every, each, any, once every, once in every, everyone, everybody, all of
some: some, several, a few, a couple of
bit: a little, a bit
many: many, a lot of, lots of, plenty of, numerous
few: few
only: only, solely, exclusively, nothing but, just
big: big, large
small: small, little
fast: fast, quick, quickly, rapid, rapidly
short: short, brief, concise, succinct
detailed: detailed, in detail, thorough
hard: hard, difficult
easy: easy, simple
cheap: cheap, inexpensive
costly: expensive, costly, pricey
quiet: quiet, silent
loud: loud, noisy
begin_work: start work
good: good
bad: bad
important: important, essential, crucial
same: same, identical
different: different
wrong: wrong, incorrect
right: correct
vegetarian: vegetarian, a vegetarian
vegan: vegan, a vegan
drink: drink
eat: eat, consume
meat: meat
spicy: spicy, hot and spicy
dark_mode: dark mode, dark theme, the dark theme
light_mode: light mode, light theme
window_seat: window seat, seat by the window, seat at the window, seat next to the window
aisle_seat: aisle seat, seat on the aisle, seat by the aisle, seat at the aisle
speak: speak
study: study, learn
teach: teach
join: join
leave: leave, depart
arrive: arrive
go: go
visit: visit
travel: travel, journey
move: move, relocate
return: return, come back, go back
wake: get up, wake up, rise
sleep: go to bed
exercise: exercise, work out
walk: walk, go for a walk
jog: jog, go jogging, go for a run, go running
swim: swim, go swimming
hike: hike, go hiking
listen_port: listen on port, listen on, listen at port, use port, run on port, reachable on port, port be, on port, serve on port, bind to port, port
approve: approve, sign off, sign off on
approval: approval
pay: pay
review: review
write: write, author
read: read
test: test
monitor: monitor, watch over
check: check, verify
report: report
assign: assign
schedule: scheduled, scheduled for, set for, due, due on
cancel: cancel, call off
postpone: postpone, put off
expire: expire, run out
fail: fail
crash: crash
restart: restart, reboot
upgrade: upgrade
support: support
contact: contact, get in touch with, reach
remember: remember
know: know
think: think, believe
say: say
hear: hear
wear: wear
drive: drive
play: play
cook: cook
grow: grow
raise: raise
lead: lead, head, led by
mother: mother, mom, mum
father: father, dad
grandmother: grandmother, grandma
grandfather: grandfather, grandpa
brother: brother
sister: sister
wife: wife
husband: husband
sick: sick, ill, unwell
tired: tired
pet: pet
dog: dog
cat: cat
puppy: puppy
lunch: lunch
dinner: dinner, supper
breakfast: breakfast
coffee: coffee
decaf: decaf, decaffeinated coffee
sugar: sugar
degree: degree
diabetes: diabetes, diabetic
pregnant: pregnant, expecting a baby
customer: customer, client
team: team
employee: employee, staff member
colleague: colleague, coworker, co-worker
developer: developer, programmer, software developer
engineer: engineer
staging: staging, staging environment
production: production, prod, production environment
integration: integration
server: server
per: per
also_named: also known as, alias
us: united states, usa, u.s.
uk: united kingdom, great britain
nyc: new york city, new york, nyc
metric: metric unit, metric system, metric
imperial: imperial unit, imperial system, imperial
public_transport: public transport, public transportation, mass transit
train: train, by train
document: document
folder: folder, directory
password: password
hardware_key: hardware key, hardware token, security key
vpn: vpn
half: half
twice: twice, two times
thrice: three times
once: once, one time
both: both
together: together
alone: alone
"""

# Sets of alternatives. `exclusive` ones rule each other out of the same thing whatever is said of it; the others only
# where the thing has one of them (its colour, the language it is written in).
EXCLUSIVE = """
mode: dark_mode, light_mode | dark, light
seat: window_seat, aisle_seat, middle seat | window, aisle
temperature: hot, cold, iced, warm, lukewarm
size: big, small, medium-sized
speed: fast, slow
length: short, long, detailed
cost: cheap, costly
difficulty: easy, hard
volume: quiet, loud
quality: good, bad
correctness: right, wrong
likeness: same, different
side: left, right-hand, right side, left side
vertical: upper, lower | top, bottom
rhythm: hourly, daily, nightly, weekly, biweekly, monthly, quarterly, yearly
part_of_day: morning, afternoon, evening, night
access: public, private
sync: synchronous, asynchronous
diet: vegetarian, vegan, omnivore, carnivore
units: metric, imperial
marital: single, married, divorced, widowed, engaged
state: stable, unstable
frequency: always, often, rare, usual, sometimes
employment: full-time, part-time | permanent, temporary
tense_state: current, former
manual: manual, automatic | manually, automatically
order: ascending, descending | early, late | earlier, later | first, last
more: more, less, fewer
increase: increase, decrease
formality: formal, informal, casual
sex: male, female
handed: left-handed, right-handed
lifecycle: alpha, beta, stable-release
sweetness: sweet, bitter, sour, savoury
strength: strong, weak
weight: heavy, lightweight
place_of_work: remote, on-site, onsite, hybrid | remotely, from home, in the office
indoors: indoor, outdoor | inside, outside
smoking: smoker, non-smoker
"""
ALTERNATIVES = """
colour: red, orange, yellow, green, blue, purple, violet, pink, brown, black, white, grey, silver, gold, beige, turquoise, navy, teal
language: english, chinese, mandarin, cantonese, french, german, spanish, italian, portuguese, russian, japanese, korean, arabic, hindi, dutch, swedish, polish, turkish, danish, norwegian, finnish, greek, hebrew, thai, vietnamese, ukrainian, czech, hungarian, romanian, catalan
format: pdf, csv, json, xml, yaml, markdown, html, spreadsheet, excel, table, prose, bullet point, word document, parquet, toml
drink: tea, coffee, decaf, water, juice, beer, wine, milk, espresso, latte, cappuccino
environment: production, staging, development, sandbox
direction: north, south, east, west
family: mother, father, brother, sister, son, daughter, uncle, aunt, grandmother, grandfather, cousin, wife, husband
currency: euro, dollar, pound, yen, franc, yuan, rupee
season: spring, summer, autumn, fall, winter
channel: mail, phone, slack, teams, sms, chat, telegram, whatsapp, letter
code: java, go-lang, rust, python, ruby, typescript, javascript, kotlin, scala, swift, c++, c#, php, perl, haskell, elixir
transport: car, train, bus, bike, plane, tram, ferry, subway, taxi
"""

# Words that say nothing by themselves. Quantities, frequencies, comparisons and negations are never among them.
IDLE = frozenset(
    """a an the this that these those it its itself there which who whom whose what where and so very really quite actually basically simply please kindly currently now nowadays presently present
    particularly especially too also thus regarding concerning our do does did
    still indeed well thing namely respectively
    officially apparently definitely certainly truly absolutely totally completely""".split()
)
LINKS = frozenset("as of on in into at onto upon with about to for".split())
SELF_WORDS = frozenset("i me my mine myself user".split())
# Kept as words of their own, without a concept.
PERSONS = {
    "he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she", "they": "they", "them": "they",
    "their": "they", "we": "we", "us": "we", "you": "you", "your": "you",
}  # fmt: skip
NEGATIONS = frozenset("not no never none nobody nothing neither nor without cannot lack lacks".split())

MARKS = """
plan: will, =going to, plan to, plan on, intend to, intend on, mean to, aim to, propose to, about to, expect to, be planning, plan for, shall, prepare to, look to, scheduled to, decide to, plan
wish: want to, would like to, hope to, wish to, would love to, dream of, hope for, keen to, eager to, thinking of, thinking about, consider, considering, think about, think of, hope
possible: may, might, could, perhaps, maybe, possibly, probably, likely, presumably, be likely to, seem, seem to, appear to, supposedly, not sure, unsure, be said to, allegedly
must: must, should, ought to, be supposed to, obliged to, had better, mandatory, compulsory
need: have to, need, need to, require, required, be required, be required to, necessary, be necessary, be necessary to, call for, requirement
can: can, be able to
would: would
try: try to, attempt to, tries
past: =used to, formerly, previously, in the past, once, back then, at that time, originally, until recently, ex
asks: whether
"""

COMPARISONS = {
    ("at", "least"): "at_least", ("no", "less", "than"): "at_least", ("no", "fewer", "than"): "at_least",
    ("not", "less", "than"): "at_least", ("a", "minimum", "of"): "at_least", ("minimum", "of"): "at_least",
    ("at", "most"): "at_most", ("up", "to"): "at_most", ("no", "more", "than"): "at_most", ("no", "longer", "than"): "at_most",
    ("not", "more", "than"): "at_most", ("a", "maximum", "of"): "at_most", ("maximum", "of"): "at_most", ("within",): "at_most",
    ("more", "than"): "more_than", ("over",): "more_than", ("above",): "more_than", ("exceeding",): "more_than",
    ("greater", "than"): "more_than", ("larger", "than"): "more_than", ("longer", "than"): "more_than",
    ("less", "than"): "less_than", ("fewer", "than"): "less_than", ("under",): "less_than", ("below",): "less_than",
    ("smaller", "than"): "less_than", ("shorter", "than"): "less_than",
    ("about",): "roughly", ("around",): "roughly", ("approximately",): "roughly", ("roughly",): "roughly",
    ("nearly",): "roughly", ("almost",): "roughly", ("some",): "roughly", ("circa",): "roughly",
}  # fmt: skip
COMPARED_AFTER: dict[tuple[str, ...], str] = {("or", "more"): "at_least", ("or", "less"): "at_most", ("or", "fewer"): "at_most", ("at", "least"): "at_least",
                  ("at", "most"): "at_most", ("or", "so"): "roughly"}  # fmt: skip

# Prepositions that change what is said. Those of `ALWAYS` hold for any word after them, the others before a name, a
# person, a number or a date.
ROLES_ALWAYS = {
    "from": "from", "before": "before", "after": "after", "until": "until", "till": "until", "since": "since",
    "except": "except", "than": "than", "between": "between", "against": "against", "behind": "behind", "via": "via",
    "during": "during", "toward": "toward", "towards": "toward", "under": "under", "over": "over", "above": "above",
    "below": "under", "through": "through", "past": "past", "instead": "instead", "unlike": "unlike", "by": "by",
    "beside": "next", "near": "near", "off": "off", "out": "out", "per": "per", "versus": "against",
}  # fmt: skip
ROLES_BEFORE_NAMES = {"to": "to", "for": "for", "with": "with", "about": "about", "of": "of", "in": "in_"}

RELATIVE_DATES = """today, tomorrow, yesterday, tonight, this morning, this afternoon, this evening, this week, this
month, this year, this weekend, this quarter, next week, next month, next year, next weekend, next quarter, last week,
last month, last year, last night, last weekend, last quarter, next monday, next tuesday, next wednesday, next thursday,
next friday, next saturday, next sunday, last monday, last tuesday, last wednesday, last thursday, last friday,
last saturday, last sunday, this monday, this tuesday, this wednesday, this thursday, this friday, this saturday,
this sunday, day after tomorrow, ago, recently, lately, soon, later, next summer, last summer, next winter,
last winter, next spring, last spring, next autumn, last autumn, this summer, this winter"""
