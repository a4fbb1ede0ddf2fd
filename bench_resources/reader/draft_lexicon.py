"""Closed word lists of general English and of public administration, for drafting.

Belongs here: titles of public offices, heads of organisation names, verbs with their past forms, places, given names.
Does not: a name of anybody, or a word chosen for one corpus.
"""

from __future__ import annotations

MONTHS = tuple("January February March April May June July August September October November December".split())
MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan\.?|Feb\.?|Mar\.|Apr\.?|Aug\.?|Sept\.?|Oct\.?|Nov\.?|Dec\.?)"
)
WEEKDAYS = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())

# A title that, right before a name, says the person holds a public office.
OFFICE_BEFORE_NAME = (
    "Vice President",
    "President",
    "Prime Minister",
    "Premier",
    "Chancellor",
    "Chief Justice",
    "Justice",
    "Judge",
    "Senator",
    "Congressman",
    "Congresswoman",
    "Governor",
    "Mayor",
    "Ambassador",
    "Attorney General",
    "Solicitor General",
    "Secretary of State",
    "Secretary of Defense",
    "Secretary",
    "Under Secretary",
    "Commissioner",
    "Superintendent",
    "Deputy Director",
    "Assistant Director",
    "Director",
    "Chairman",
    "Chairwoman",
    "Minister",
    "Foreign Minister",
    "Inspector General",
    "Postmaster General",
    "Surgeon General",
    "Comptroller",
    "Administrator",
    "General",
    "Admiral",
    "Consul General",
    "Councilman",
    "Councilwoman",
    "Councillor",
    "Alderman",
    "Assemblyman",
    "Representative",
    "Speaker",
    "Sheriff",
    "Auditor General",
    "Lieutenant General",
    "Major General",
    "Brigadier General",
    "Rear Admiral",
    "Vice Admiral",
    "Lieutenant Colonel",
    "Colonel",
)
# Ranks that name an officer only together with a given name and a surname.
RANKS_BEFORE_NAME = frozenset({"Colonel", "Lieutenant Colonel", "Representative", "Speaker"})
# Bodies that one word names wholly.
SOLE_BODIES = frozenset({"Senate", "Congress", "Parliament", "House of Commons", "House of Lords", "Supreme Court"})
# Heads of an office's name; an office is a head with what it heads ("Director of Security", "Chief, Western Division").
OFFICE_HEADS = frozenset(
    "Director Chief Secretary Chairman Chairwoman Commissioner Administrator President Ambassador Attorney Counsel "
    "Comptroller Archivist "
    "Inspector Superintendent Treasurer Minister Consul Commander Commandant Governor Mayor Coordinator "
    "Postmaster Librarian Registrar Auditor Custodian Speaker Engineer Clerk Controller Solicitor Surveyor".split()
)
OFFICE_MODIFIERS = frozenset(
    "Deputy Assistant Associate Acting Executive Under Vice Special General Staff First Second Principal Prime "
    "Foreign Legal Majority Minority "
    "Financial Medical National Legislative Administrative Senior Station Chief Regional Division Branch".split()
)
ORGANISATION_HEADS = frozenset(
    "Committee Commission Subcommittee Department Bureau Agency Office Division Branch Embassy Consulate Legation "
    "Mission Senate Congress "
    "Court Union Party Council Board Service Corps Company Corporation University College Institute Foundation "
    "Association Federation "
    "Confederation Society League Army Navy Force Forces Guard Police Authority Administration Ministry Directorate "
    "Secretariat Bank "
    "Museum Library Archives Hospital Center Centre Organization Organisation Front Movement Alliance Conference "
    "Commonwealth Parliament "
    "Assembly Legislature Cabinet Staff Group Panel Tribunal Brigade Battalion Regiment Fleet Command Airlines "
    "Airways Railroad Railway "
    "Press Times Tribune Herald Journal Post Star News Magazine Fund Trust Registry Inspectorate Treasury Exchange "
    "Laboratory Academy "
    "Institution Delegation Headquarters Government Group Registry Unit Station Section "
    "House Workers Task Cooperative Survey Holdings Chapter Junta Chamber Syndicate Coalition Observatory Guild".split()
)

PLACES = frozenset(
    "Afghanistan Africa Alabama Alaska Albania Algeria America Amsterdam Angola Antarctica Argentina Arizona "
    "Arkansas Asia Athens Atlanta Atlantic Australia Austria Bahamas Baltimore Bangkok Barbados Barcelona Beijing "
    "Beirut Belgium Belgrade Berlin Bermuda Bogota Bolivia Bombay Bonn Boston Brazil Britain Brussels Bucharest "
    "Budapest Bulgaria Burma Cairo Calcutta California Cambodia Cameroon Canada Caracas Caribbean Casablanca "
    "Chicago Chile China Cincinnati Cleveland Colombia Colorado Congo Connecticut Copenhagen Cuba Cyprus "
    "Czechoslovakia Dallas Damascus Delaware Delhi Denmark Denver Detroit Dominica Dublin Ecuador Egypt England "
    "Estonia Ethiopia Europe Finland Florida France Frankfurt Geneva Georgia Germany Ghana Greece Greenland "
    "Guadalajara Guatemala Guinea Guyana Habana Hague Haiti Hamburg Hanoi Havana Hawaii Helsinki Honduras Houston "
    "Hungary Iceland Idaho Illinois India Indiana Indonesia Iowa Iran Iraq Ireland Israel Istanbul Italy Jakarta "
    "Jamaica Japan Jerusalem Johannesburg Jordan Kansas Kentucky Kenya Kingston Korea Kuwait Lagos Laos Latvia "
    "Lebanon Leningrad Leopoldville Liberia Libya Lima Lisbon Lithuania London Louisiana Luxembourg Madrid Maine "
    "Malaysia Malta Managua Manila Marseilles Maryland Massachusetts Mediterranean Melbourne Memphis Mexico Miami "
    "Michigan Milan Milwaukee Minneapolis Minnesota Mississippi Missouri Mongolia Montana Monterrey Montevideo "
    "Montreal Morocco Moscow Mozambique Munich Nairobi Naples Nassau Nebraska Nepal Netherlands Nevada Nicaragua "
    "Nigeria Norway Ohio Oklahoma Oregon Oslo Ottawa Pacific Pakistan Panama Paraguay Paris Peking Pennsylvania "
    "Peru Philadelphia Philippines Phoenix Pittsburgh Poland Portugal Prague Quito Romania Rome Rotterdam Rumania "
    "Russia Rwanda Saigon Santiago Scotland Seattle Senegal Seoul Shanghai Singapore Somalia Spain Stockholm "
    "Sudan Sweden Switzerland Sydney Syria Taiwan Tampa Tanzania Teheran Tehran Tennessee Texas Thailand Tokyo "
    "Toronto Trinidad Tripoli Tunis Tunisia Turkey Uganda Ukraine Uruguay Utah Vancouver Venezuela Venice Vermont "
    "Vienna Vientiane Vietnam Virginia Wales Warsaw Washington Wisconsin Wyoming Yemen Yugoslavia Zambia Zimbabwe "
    "Zurich".split()
)
PLACE_PAIRS = frozenset(
    {
        "United States",
        "United Kingdom",
        "Soviet Union",
        "New York",
        "New Orleans",
        "New Jersey",
        "New Mexico",
        "New Hampshire",
        "New Haven",
        "New Zealand",
        "New Delhi",
        "Los Angeles",
        "San Francisco",
        "San Diego",
        "San Antonio",
        "San Juan",
        "San Salvador",
        "San Jose",
        "Las Vegas",
        "Hong Kong",
        "Puerto Rico",
        "Costa Rica",
        "El Salvador",
        "Sao Paulo",
        "Buenos Aires",
        "La Paz",
        "Key West",
        "Fort Worth",
        "St. Louis",
        "Saudi Arabia",
        "South Africa",
        "Sri Lanka",
        "North Carolina",
        "South Carolina",
        "North Dakota",
        "South Dakota",
        "West Virginia",
        "Rhode Island",
        "Virgin Islands",
        "Panama City",
        "Kansas City",
        "Port-au-Prince",
        "Santo Domingo",
        "Dominican Republic",
        "Tel Aviv",
        "Guatemala City",
        "Latin America",
        "Central America",
        "South America",
        "North America",
        "Western Hemisphere",
        "Canal Zone",
    }
)
NATIONALITIES = frozenset(
    "African American Arab Argentine Asian Australian Austrian Belgian Bolivian Brazilian British Bulgarian "
    "Canadian Caribbean Catholic Chilean Chinese Christian Colombian Communist Congolese Costa Cuban Czech Danish "
    "Dominican Dutch Eastern Ecuadoran Egyptian English European Federal Finnish French German Greek Guatemalan "
    "Haitian Honduran Hungarian Indian Indonesian Iranian Iraqi Irish Islamic Israeli Italian Jamaican Japanese "
    "Jewish Korean Latin Lebanese Mexican Moroccan Nicaraguan Nigerian North Norwegian Pakistani Panamanian "
    "Paraguayan Peruvian Polish Portuguese Protestant Rican Romanian Russian Salvadoran Scottish South Soviet "
    "Spanish Swedish Swiss Syrian Thai Turkish Ukrainian Uruguayan Venezuelan Vietnamese Western Yugoslav".split()
)
# Words that are capitalised in administrative prose and name nobody.
PLAIN_CAPITALS = frozenset(
    "City County State States United Republic Islands Island Province District Street Avenue Airport Hotel Building "
    "House Act Code Public Law Executive Order "
    "Orders Section Title Rules Resolution Amendment Constitution Charter Treaty Report Reports Record Records "
    "Project Operation Program Plan Group World "
    "War Cold Civil Rights Day Base Field Bay Port Coast Beach Gulf Sea Ocean River Lake Northern Southern Fund "
    "Conference Subject File Files "
    "Security Intelligence Foreign International National Central Domestic Internal Affairs Justice Defense Treasury "
    "Interior Labor Commerce "
    "Agriculture Education Health Transportation Energy Select Special Joint Permanent Senate Congress Congressional "
    "Assassination Assassinations Review "
    "Legal Legislative General Public Information Privacy Freedom Personnel Training Operations Plans Support "
    "Technical Counterintelligence "
    "Headquarters Government Branch Command Air Naval Military Marine Coast Guard Technology Science Research "
    "Analysis Management "
    "Registry Finance Budget Logistics Communications Press Radio Television Election Elections Presidential Attorney "
    "Hemisphere East West Far Near "
    "Middle First Second Third Fourth Fifth Sixth Seventh Eighth Top Secret Confidential Final Interim Annual "
    "Supplemental TV Channel I II III IV V".split()
)

GIVEN_NAMES = frozenset(
    "Aaron Abraham Adam Adrian Agnes Alan Albert Alberto Alejandro Alex Alexander Alexandra Alexis Alfred Alfredo "
    "Alice Allen Alvin Amanda Amelia Amy Andre Andres Andrew Angel Angela Angelo Anita Ann Anna Anne Annette "
    "Anthony Antonio Archie Armando Arnold Arthur Arturo Audrey Augusto Barbara Beatrice Ben Benjamin Bernard "
    "Bernardo Bertha Betty Beverly Bill Bob Bobby Bonnie Boris Brenda Brian Bruce Bruno Byron Calvin Carl Carla "
    "Carlo Carlos Carmen Carol Caroline Catherine Cecil Cecilia Cesar Charles Charlie Charlotte Chester Chris "
    "Christopher Clara Clarence Clark Claude Clayton Clifford Clyde Colin Connie Conrad Curtis Cynthia Dale Dan "
    "Daniel Darrell David Dean Deborah Delia Denise Dennis Derek Diana Dick Dolores Dominic Don Donald Donna "
    "Donovan Doris Dorothy Douglas Dwight Earl Ed Eddie Edgar Edith Edmund Edna Eduardo Edward Edwin Eileen "
    "Elaine Eleanor Elena Eliot Elizabeth Ella Ellen Elliott Elmer Elsa Elsie Emil Emilio Emily Emma Enrique Eric "
    "Ernest Ernesto Ernst Esther Ethel Eugene Eva Evan Evelyn Everett Faye Felipe Felix Fernando Fidel Florence "
    "Floyd Frances Francis Francisco Francois Frank Franz Fred Frederick Fritz Gabriel Gail Gary Gaston Gene "
    "Geoffrey George Gerald Geraldine Gerard Gilbert Gilberto Gladys Glenn Gloria Gonzalo Gordon Grace Graciela "
    "Greg Gregory Guillermo Gus Gustavo Guy Hans Harold Harriet Harry Harvey Hazel Heather Hector Heinz Helen "
    "Henry Herbert Herman Hernan Hilda Homer Horace Howard Hubert Hugh Hugo Humberto Ian Ignacio Ines Inez Ira "
    "Irene Irma Irvin Irving Isaac Isabel Ivan Ivor Jack Jackie Jacob Jacques Jaime James Jan Jane Janet Janice "
    "Jason Javier Jay Jean Jeanne Jeff Jeffrey Jennifer Jerome Jerry Jessica Jesus Jill Jim Jimmy Joan Joanne "
    "Joaquin Joe Joel John Johnny Jonathan Jorge Jose Josefina Joseph Josephine Joshua Joyce Juan Juana Juanita "
    "Judith Judy Julia Julian Julie Julio June Justin Karen Karl Katherine Kathleen Kathryn Kathy Keith Kelly Ken "
    "Kenneth Kevin Kimberly Kurt Kyle Lance Larry Laura Lawrence Lee Leland Leo Leon Leonard Leopold Leroy Leslie "
    "Lester Lewis Lillian Lillie Linda Lisa Lloyd Lois Lorenzo Loretta Lorraine Lou Louis Louise Lucille Lucy "
    "Luis Luther Lydia Lyle Lynn Mabel Mack Malcolm Manuel Marc Marcel Marcos Marcus Margaret Marguerite Maria "
    "Marian Marianne Marie Marilyn Marina Mario Marion Marjorie Mark Marlene Marshall Marta Martha Martin Marvin "
    "Mary Matthew Maureen Maurice Mauricio Max Maxwell Melissa Melvin Mercedes Michael Michelle Miguel Mike "
    "Mildred Milton Minnie Miriam Mitchell Moises Monica Morris Myron Nancy Natalie Nathan Ned Neil Nelson Nestor "
    "Nicholas Nick Nicolas Nina Nora Norman Octavio Oleg Olga Olive Oliver Omar Orlando Oscar Oswaldo Otto Owen "
    "Pablo Pamela Patricia Patrick Patsy Paul Paula Pauline Pearl Pedro Peggy Penny Percy Perry Peter Phil Philip "
    "Phillip Phyllis Pierre Priscilla Rafael Ralph Ramon Ramona Randall Randolph Raquel Raul Ray Raymond Rebecca "
    "Regina Reinaldo Renato Rene Rex Reynaldo Rhonda Ricardo Richard Rick Rita Robert Roberto Robin Rodney "
    "Rodolfo Rodrigo Rogelio Roger Roland Rolando Roman Romeo Ronald Rosa Rosalie Rose Rosemary Ross Roy Ruben "
    "Rudolph Rufus Russell Ruth Sally Salvador Salvatore Sam Samuel Sandra Sandy Santiago Santos Sara Sarah Saul "
    "Scott Sebastian Serge Sergio Seth Seymour Shane Sharon Sheila Sheldon Sherman Shirley Sid Sidney Silvia "
    "Simon Sonia Sophia Spencer Stanley Stella Stephanie Stephen Sterling Steve Steven Stewart Stuart Sue Susan "
    "Sydney Sylvia Tamara Tanya Ted Terence Teresa Terry Thelma Theodore Thomas Tim Timothy Tina Toby Todd Tom "
    "Tomas Tony Tracy Troy Valerie Vance Velma Vera Vern Vernon Veronica Vicente Vicki Vickie Victor Vincent "
    "Viola Violet Virginia Vivian Vladimir Wallace Walter Wanda Warren Wayne Wendell Wendy Wesley Wilbur Wilfred "
    "Willard William Wilma Winston Yolanda Yuri Yuriy Yvonne Zachary".split()
)
# base: past tense. Regular ones are made below.
IRREGULAR = {
    "begin": "began",
    "bring": "brought",
    "build": "built",
    "buy": "bought",
    "choose": "chose",
    "fly": "flew",
    "find": "found",
    "give": "gave",
    "hold": "held",
    "lead": "led",
    "leave": "left",
    "lend": "lent",
    "lose": "lost",
    "make": "made",
    "meet": "met",
    "pay": "paid",
    "sell": "sold",
    "send": "sent",
    "spend": "spent",
    "swear": "swore",
    "take": "took",
    "teach": "taught",
    "tell": "told",
    "withdraw": "withdrew",
    "win": "won",
    "write": "wrote",
    "draw": "drew",
    "become": "became",
    "get": "got",
    "overthrow": "overthrew",
    "undertake": "undertook",
    "seek": "sought",
    "sign": "signed",
    "hear": "heard",
    "sink": "sank",
    "rename": "renamed",
    "chair": "chaired",
    "run": "ran",
}
_REGULAR_E = (
    "advise announce approve arrange arrive assume authorize cease change charge complete conclude create decide "
    "declare decline defile delete deliberate dedicate describe designate determine dispose dissolve donate "
    "employ enclose endorse estimate evaluate examine exchange execute expire finance forge house inaugurate "
    "initiate inquire institute interview invite invade issue judge launch locate motivate move name negotiate "
    "nominate note notice oppose organize place prepare preside procure produce promise promote propose provide "
    "purchase raise ratify receive reduce refuse relate release relocate replace require reserve resolve retire "
    "retrieve revise revoke seize serve settle state subscribe survive terminate trace use vote activate allocate "
    "appropriate acquire assemble compile convene disclose dispatch recognize reactivate reinstate resume "
    "contemplate collate conduce merge base"
).split()
_REGULAR = (
    "accept acknowledge add address adjourn ask adopt affirm allow amend answer appeal appear appoint assign "
    "assist attack attend award ban bomb call capture collect command comment commission concur conduct confirm "
    "consider contact contain contract convert correct cover deliver demand deploy depart deposit destroy detail "
    "develop direct disband discuss dismiss disseminate distribute elect enact end enter establish expand explain "
    "express extend fail file finish follow form forward found fund furnish grant head help hire hand host "
    "implement indict inform inherit insert inspect intercept join land lift limit list load mail maintain "
    "mention monitor obtain occupy offer open operate order pardon park pass pledge present print proclaim "
    "publish question recall recommend reconvene record recover recruit reject reply report represent request "
    "research respond return reveal review sail sanction sentence ship show sponsor staff start stress submit "
    "suggest support suspend televise testify transfer transmit transport travel visit volunteer warn withhold "
    "work"
).split()
_DOUBLED = {
    "submit": "submitted",
    "transmit": "transmitted",
    "transfer": "transferred",
    "transship": "transshipped",
    "permit": "permitted",
    "plan": "planned",
    "ban": "banned",
    "ship": "shipped",
    "drop": "dropped",
    "commit": "committed",
    "refer": "referred",
    "concur": "concurred",
    "stop": "stopped",
}


def _past(base: str) -> str:
    if base in _DOUBLED:
        return _DOUBLED[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


# past form: base form, of verbs that say what an office, an organisation or a public person did.
BASE_OF_PAST = {_past(base): base for base in (*_REGULAR, *_REGULAR_E, *_DOUBLED)} | {
    past: base for base, past in IRREGULAR.items()
}
for _odd in ("broadcasted", "withholded"):
    BASE_OF_PAST.pop(_odd, None)
# Past participles that differ from the past tense, for the passive.
PARTICIPLES = frozenset(BASE_OF_PAST) | frozenset(
    (
        "begun chosen flown given taken written drawn become withdrawn overthrown undertaken sworn shown known "
        "born seen done withheld broadcast run sunk headquartered redesignated"
    ).split()
)
PRONOUNS = frozenset(
    "i me my mine we us our ours you your yours he him his she her hers it its itself himself herself they them their "
    "theirs themselves one ones who whom whose "
    "this that these those such same there here above below herein hereto hereby hereof thereof therein thereto "
    "thereafter aforementioned foregoing following "
    "attached enclosed captioned referenced undersigned latter former another other others both each either neither "
    "subject subjects writer source sources reference informant "
    "informants none someone somebody anyone anybody everyone everybody something anything everything so then now "
    "today yesterday tomorrow ago last next "
    "recently currently presently earlier later previously again also however therefore thus further "
    "additional said which what when where why how".split()
)
PLACE_HEADS = frozenset(
    (
        "Province County City Airport Airfield Hotel Beach Island Islands Bay Valley Harbor Canal Peninsula Camp "
        "Motel Theater Theatre"
    ).split()
)
# Adjectives that look like past tenses, and verbs of private life that no question is made from.
NOT_FINITE = frozenset(
    "accused aged alleged armed arrested attached based beaten bed born captioned classified combined convicted dated "
    "dead detailed died divorced enclosed entitled feed hundred indeed instead killed limited marked married molested "
    "murdered naked named need proposed raped red related sacred seed shot so-called speed supposed suspected "
    "titled unidentified unsigned used wicked".split()
)
# Common surnames that are also English words or common in titles: a title that holds one may name a private person.
SURNAMES = (
    frozenset(
        "Adams Alvarez Anderson Andrews Armstrong Arnold Austin Bailey Baker Baldwin Barber Barker Barnes Barnett "
        "Barrett Bates Beck Bell Bennett Benson Berry Bowen Bowman Boyd Bradley Brewer Brooks Bryant Burgess Burke "
        "Burns Burton Bush Byrd Caldwell Campbell Carlson Carpenter Carr Carroll Carter Castillo Castro Chambers "
        "Chandler Chapman Chavez Clark Cole Coleman Collins Cook Cooper Cox Craig Crawford Cruz Cummings Cunningham "
        "Curry Curtis Daniel Daniels Davidson Davis Dawson Dean Diaz Dixon Douglas Duncan Dunn Edwards Elliott Ellis "
        "Evans Ferguson Fernandez Fisher Fleming Fletcher Flores Fowler Fox Franklin Frazier Freeman Fuller Garcia "
        "Gardner Garrett Garza George Gibson Gilbert Gomez Gonzales Gonzalez Gordon Graham Graves Gray Greene Gregory "
        "Griffin Griffith Gutierrez Guzman Hale Hamilton Hansen Hanson Hardy Harper Harris Harrison Hart Harvey "
        "Hawkins Hayes Haynes Henderson Hernandez Herrera Hicks Hines Hoffman Holmes Holt Hopkins Horton Howell "
        "Hubbard Hudson Hughes Hunt Hunter Jackson Jacobs Jenkins Jennings Jensen Jimenez Johnson Johnston Jones "
        "Keller Kelley Kelly Knight Lambert Lane Larson Lawrence Lawson Leonard Lewis Lopez Lowe Lucas Lynch Lyons "
        "Marshall Martinez Mason Mccoy Mcdaniel Mcdonald Mckinney Medina Mendez Mendoza Meyer Miles Miller Mills "
        "Mitchell Montgomery Moore Morales Moreno Morgan Morris Morrison Mullins Munoz Murphy Murray Neal Nelson "
        "Newman Nguyen Nichols Norris Obrien Oliver Olson Ortiz Owens Palmer Parker Patterson Payne Pearson Pena "
        "Perez Perkins Perry Peters Peterson Phillips Pierce Porter Powell Ramirez Ramos Ramsey Ray Reed Reeves Reid "
        "Reyes Reynolds Rhodes Rice Richards Richardson Riley Rivera Roberts Robertson Robinson Rodriguez Rodriquez "
        "Rogers Romero Ruiz Ryan Salazar Sanchez Sanders Santiago Santos Schmidt Schneider Schultz Shaw Shelton Silva "
        "Simmons Simpson Sims Smith Snyder Soto Spencer Stanley Steele Stephens Stevens Stevenson Stewart Sullivan "
        "Sutton Taylor Terry Thompson Torres Tucker Turner Valdez Vargas Vasquez Vaughn Wade Wagner Walker Wallace "
        "Walsh Walters Warner Warren Watkins Watson Watts Weaver Webb Weber Welch Wheeler Williams Williamson Willis "
        "Wilson Wolfe Wright".split()
    )
    - PLAIN_CAPITALS
    - PLACES
)
