"""Words that names are made of: given names, titles, heads of organisations, and capitalised words that are no names.

Belongs here: general English and American administrative vocabulary. Does not: any corpus's people or bodies.
"""

from __future__ import annotations

from bench_resources.given_names import FURTHER_GIVEN_NAMES

# Common given names of English, Spanish, Slavic, German, French and Italian speakers. Left out: those that are as
# often ordinary words in capitals (May, June, April, Will, Grant, Chase, Hope, Grace, Art, Guy, Christian, Sandy).
COMMON_GIVEN_NAMES = frozenset(
    """
    aaron abel abigail abraham adam adolfo adrian agnes agustin alan albert alberto aldo alec alejandro aleksandr
    aleksei alex alexander alexei alexis alfonso alfred alfredo alice allan allen allison alma alonzo alphonse
    alvaro alvin amanda amelia amy ana anastasia anatoli anatoly andre andrea andreas andrei andres andrew andrey
    andy angel angela angelo anita ann anna anne annette annie anthony antoine anton antonia antonio archibald
    armando arnold arthur arturo ashley audrey augusto augustus aurelio ava avery barbara barney barry bart
    beatrice belinda ben benedict benito benjamin bennett benny bernard bernardo bernice bert bertha bertram beth
    betty beverly bill billy blanca blanche bob bobby bonnie boris brad bradford bradley brenda brendan brent brian
    bridget bruce bruno bryan byron caleb calvin cameron camilla camille carl carla carlo carlos carmen carol
    caroline carolyn carroll casey catherine cecil cecilia cedric cesar chad charles charlie charlotte cheryl
    chester chris christina christine christopher claire clara clarence claude claudia claudio clayton clement
    clifford clifton clyde colin conrad constance cora cordell cornelius courtney craig curt curtis cynthia cyril
    cyrus daisy dale damian dan dana daniel danny daphne darlene darrell darren darryl dave david dean deborah debra
    denis denise dennis derek desmond dexter diana diane dick diego dimitri dmitri dmitry dolores domingo dominic
    don donald donna dora doris dorothy doug douglas duane duncan dwayne dwight earl ed eddie edgar edith edmund
    eduardo edward edwin eileen elaine eleanor elena eli elias elijah elizabeth ella ellen elliot elliott ellis
    elmer eloise elsa elsie emanuel emil emilio emily emma emmanuel emmett enrique eric erica erich erik erika
    ernest ernesto ernie erwin esther ethan ethel eugene eugenio eunice eva evan eve evelyn everett ezra faith
    fausto federico felipe felix ferdinand fernando fidel florence floyd frances francesca francesco francis
    francisco frank franklin franz fred freda freddie frederic frederick fritz gabriel gabriela gail garrett gary
    gaston gavin gene geoffrey george georges gerald geraldine gerard gerardo gerhard gertrude gilbert gilberto
    giles gina giovanni giuseppe gladys glen glenda glenn gloria gordon graham greg gregorio gregory greta grigori
    guido guillermo gunther gus gustav gustavo gwen gwendolyn hannah hans harold harriet harry harvey hazel heather
    hector heinrich heinz helen helena helene helga henri henry herbert heriberto herman hilda hiram homer horace
    howard hubert hugh hugo humberto ian ida ignacio igor ina ines ingrid inez ira irene irina iris irma irving
    irwin isaac isabel isabella isidore ismael israel ivan jack jackie jacob jacqueline jacques jaime jake james
    jamie jan jane janet janice jared jasmine jason javier jay jean jeanette jeanne jeff jefferson jeffrey jennie
    jennifer jenny jeremiah jeremy jerome jerry jesse jessica jessie jesus jill jim jimmy joan joanna joanne joaquin
    jody joe joel joelle johan johann john johnnie johnny jon jonah jonas jonathan jordan jorge jose josef joseph
    josephine joshua josiah joyce juan juana juanita judith judy jules julia julian juliana julie juliet julio
    julius justin karen karl karla kate katherine kathleen kathryn kathy katie keith kelly ken kenneth kent kevin
    kim kirk klaus konstantin kristen kurt kyle lance larry laszlo laura lauren laurence lawrence lazaro leah lee
    leland lena leo leon leona leonard leonardo leonid leonora leopold leroy leslie lester leticia lewis lillian
    lily linda lionel lisa lloyd lois lorenzo loretta lorraine louis louise lowell lucas lucia lucien lucille lucy
    luis luisa luke luther lydia lyle lyman lyndon lynn mabel madeline magda malcolm mandy manuel manuela marc
    marcel marcella marcia marco marcos marcus margaret margarita maria marian marianne marie marilyn mario marion
    marjorie mark marlene marsha marshall martha martin marvin mary mathew matilda matt matthew maude maureen
    maurice mauricio max maxim maximilian maxine maxwell megan mel melanie melinda melissa melvin mercedes meredith
    michael michel michelle miguel mikhail mike mildred miles milton mindy miriam mitchell molly mona monica morgan
    morris morton moses muriel myra myron nadia nancy naomi natalia natalie nathan nathaniel neal ned neil nell
    nellie nelson nestor nicholas nicolai nicolas nicole nikita nikolai nina noah noel nora norbert norma norman
    octavio olaf oleg olga oliver olivia omar orlando orville oscar oswaldo otis otto owen pablo pamela pascal pat
    patricia patrick paul paula paulina pauline pearl pedro peggy penelope percy perry pete peter phil philip
    philippe phillip phoebe phyllis pierre pietro rachel rafael ralph ramiro ramon randall randolph randy raphael
    raul ray raymond raymundo rebecca regina reginald rene renee reuben rhoda ricardo richard rick ricky rita robert
    roberta roberto robin rocco roderick rodney rodolfo rodrigo roger roland rolando rolf roman ron ronald ronnie
    rory rosa rosalie rosalind rosario rosemary ross roxanne roy ruben rudolf rudolph rudy rufus rupert russell ruth
    sabrina sadie sal sally salvador salvatore sam samantha samuel santiago santos sara sarah scott sean sebastian
    selma serge sergei sergey sergio seth seymour shane shannon sharon sheila sheldon shelley sherman shirley sid
    sidney siegfried sigmund silvia simon simone sofia solomon sonia sophia sophie stanislav stanley stella
    stephanie stephen sterling steve steven stewart stuart susan susana susanna suzanne sven sylvester sylvia tamara
    tanya tara tatiana ted teodoro terence teresa terrence terry thelma theodore theresa thomas tiffany tim timothy
    tina tobias todd tom tomas tommy tony tracy trevor troy ulrich ursula valentin valentina valerie valery vanessa
    vasili vera vernon veronica vicente victor victoria vince vincent vincente viola violet virgil virginia vivian
    vladimir wade wallace wally walt walter wanda warren wayne wendell wendy werner wesley wilbur wiley wilfred
    wilhelm willard william willie willis wilma wilson winifred winston woodrow xavier yolanda yuri yvette yvonne
    zachary zoe
    """.split()
)
GIVEN_NAMES = COMMON_GIVEN_NAMES | FURTHER_GIVEN_NAMES

# Titles of public office: they say that their bearer acts for the public.
OFFICE_TITLES = frozenset({
    "president", "vice president", "senator", "congressman", "congresswoman", "representative", "governor", "mayor",
    "ambassador", "secretary", "under secretary", "undersecretary", "assistant secretary", "attorney general",
    "solicitor general", "surgeon general", "postmaster general", "inspector general", "director",
    "deputy director", "associate director", "assistant director", "commissioner", "deputy commissioner",
    "chairman", "chairwoman", "chairperson", "premier", "prime minister", "minister", "chancellor", "king", "queen",
    "prince", "justice", "chief justice", "judge", "superintendent", "sheriff", "councilman", "councilwoman",
    "councilmember", "alderman", "comptroller", "treasurer", "administrator", "consul", "consul general", "general",
    "admiral", "chief", "fire marshal", "chief engineer", "city attorney", "district attorney", "county attorney",
    "prosecutor", "council president", "police chief", "fire chief", "city manager", "chief counsel",
    "general counsel", "secretary general", "foreign minister", "editor",
})  # fmt: skip
# Titles that are said of anybody, or of ranks too low to be public.
COURTESY_TITLES = frozenset({
    "mr", "mrs", "ms", "miss", "messrs", "dr", "prof", "professor", "rev", "reverend", "father", "sir", "lord",
    "lady", "colonel", "col", "lt", "lieutenant", "captain", "capt", "major", "maj", "commander", "cmdr", "cdr",
    "sergeant", "sgt", "corporal", "cpl", "private", "pvt", "officer", "detective", "inspector", "agent",
    "special agent", "investigator", "attorney", "counsel", "gen", "brigadier", "adm", "sen", "rep", "gov", "hon",
    "honorable", "amb", "senor", "señor",
})  # fmt: skip
TITLES = OFFICE_TITLES | COURTESY_TITLES
TITLES_AS_SURNAMES = frozenset({"king", "prince", "judge", "justice", "lord", "lady", "chancellor", "sheriff"})

PARTICLES = frozenset(
    {"de", "del", "la", "las", "los", "da", "di", "du", "von", "van", "der", "den", "bin", "al", "el", "y"}
)

# The last word of a body's name.
ORGANISATION_HEADS = frozenset({
    "agency", "department", "committee", "subcommittee", "commission", "bureau", "council", "board", "authority",
    "office", "service", "corporation", "company", "association", "university", "college", "institute",
    "administration", "directorate", "ministry", "embassy", "consulate", "federation", "foundation", "institution",
    "academy", "academies", "court", "senate", "congress", "army", "navy", "union", "party", "society", "league",
    "bank", "library", "archives", "hospital", "trust", "district", "police", "division", "staff", "center",
    "centre", "laboratory", "airlines", "railway",
})  # fmt: skip
# Heads that name a body when "of <Something>" follows them.
HEADS_BEFORE_OF = frozenset({
    "department", "bureau", "office", "committee", "commission", "board", "university", "ministry", "institute",
    "bank", "court", "library", "embassy", "federation", "association", "council", "chamber", "house",
    "directorate", "academy", "college", "division", "league", "society", "union", "port", "national", "federal",
    "school",
})  # fmt: skip

# Capitalised in headings, forms and at the start of sentences, and never part of a person's name.
NOT_NAMES = frozenset(
    """
    a about above according act action actions activities activity address addressed adm admin administration after
    again agency agent agents ago air alias all also although an and another any approved april are area areas army
    as assigned assistant at attachment attachments attention attn august available aware base be because been
    before bcc branch bureau but by cable call called can capt captain case cases cc center central certain chairman
    chief cite city classification classified classify co col colonel comment comments commission committee company
    concerning confidential congress contact copies copy corp corporation council could country county court date
    dated day days dear december dept department deputy desk despatch did director directorate disseminated dispatch
    district division do doc document documents dr each east embassy employee employed enclosure english et
    executive extension federal february file files first following follows for form former forwarded from further
    general government governor group had has have he headquarters her here his home hotel house how however hqs i
    identification identity if im in inc information inspector institute intelligence international interview into
    is it its january jr judge july june known last legal letter lieutenant lt major man march may me mayor meeting
    member memo memorandum message messrs minister ministry miss mission mr mrs ms my name names national navy new
    no none north not note november number october of off office officer officers official on one only operation
    operations or order other our out page pages paragraph part party per person phone photo plans please police
    position premier present president previous prior prof professor project public question re received record
    records ref reference references regarding release released report reported reports representative request
    requested restricted results room said same saturday secret secretary section security see senate senator senior
    sent september sergeant serial served service sgt she should since sir so source sources south special staff
    state stated statement states station street subj subject subjects such sunday supervisor task tel telephone
    than that the their them then there these they this those through thru thursday time title to today told top
    total traces training translation tuesday two type unclassified under unit united university until upon us use
    used via vice volume was we wednesday week were west what when where which while who whom whose why will with
    without witness would year years yes you your monday friday ave avenue road boulevard blvd drive building apt
    apartment suite box st plaza square park river lake island bay beach port hill county field army force forces
    corps regiment battalion company camp fort school church advised advises asked replied continued testified
    identified contacted arrived departed returned signed counsel investigator attorney consul serv dir
    assassination wife husband son daughter brother sister mother father fbi review reviewed enclo enclosures index
    indexing stamp cover sheet intel com comm marshal ambassador aid residents finances native says said told born
    age son agents officers memorial airport avenue committees re fwd fw bcc sincerely regards respectfully yours
    dear attached enclosed doe
    """.split()
)
