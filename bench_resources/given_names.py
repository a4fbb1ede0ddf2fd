"""Given names beyond the commonest: from the 1990 census of the United States, and of other languages.

Belongs here: one list. Left out, as in `names`, are those that are as often surnames, places or ordinary words.
"""

from __future__ import annotations

FURTHER_GIVEN_NAMES = frozenset(
    """
    abbey abbie abby abdul abner achille ada adan addie adela adelaida adelaide adele adelina adeline adell
    adolf adolph adriana adrianna adrianne adrienne agatha agostino ahmad ahmed aida aileen aimee aisha alain
    alaina alana alanna alasdair alastair albrecht alda alecia alejandra alene alesia alessandro aleta aletha
    alexa alexandra alexandrina alfio alfreda alicia alina aline alisa alisha alison alissa allene allie allyson
    alois aloysius alphonso altagracia althea alton alva alvina alyce alyson alyssa amado amalia ambrose amedeo
    amie amparo anabel andra andria angelia angelica angelina angeline angelique angelita angie angus anissa
    annabel annabelle annamarie annemarie annetta annmarie ansel anselmo antionette antoinette antonette
    antonino antony arabella araceli araminta archie aretha ariana ariel arkadi arkady arleen arlene arline
    armand arnaldo arron asa ashlee ashleigh astrid aubrey audra aurelia avis baldomero bambi barb barbra
    barnaby bartholomew bartolome basil basilio beatrix beatriz becky belen belisario bella belva benita bennie
    bernadette bernadine bernardino bernd bernhard bernie berniece bernita berta bertie bertrand beryl bess
    bessie bethany betsy bette bettie bettina bettye beulah beverley bianca billie blaine blanch bobbi bobbie
    bogdan boleslaw bonita boyd brady branden brandi brandie brandon braulio breanna brenna bret brett briana
    brianna brianne bridgett bridgette brigette brigitte britney brittany brittney brock bronwen brooke bryce
    bryon buford caitlin callie calogero camilo candace candelaria candi candice candido cara caren cari caridad
    carina carissa carleen carlene carlotta carly carmela carmelita carmella carmelo carmine carole carrie
    carrol cary caryn casandra casimiro cassandra cassie catalina catharine cathie cathleen cathrine cathryn
    cathy catina catrina cayetano cecelia cecile cecily celeste celestine celestino celia celina cesare chantal
    chantel charisse charla charleen charlene charley charline charmaine chasity chelsie cheri cherie chiquita
    chloe chrissy christa christal christen christi christie christin christy chrystal cindi cindy cipriano ciro
    clair clare clarice clarissa claudette claudine clementine cliff clint cody coleen colette colleen collette
    concetta connie conrado consuelo cordelia corey cori corina corine corinna corinne cornelia corrado corrie
    corrine cortney cory cosmo crispin cristal cristina cristobal cristy cuthbert dagoberto dalia damaris damaso
    damien damon danelle danette danial daniela daniella danielle danita danna dara darcy daren daria darin
    dario darius darla darleen darnell darrel darrin daryl dawna dayna deana deann deanna deanne debbie debby
    debi debora debrah deena deidra deidre deirdre delbert delfina delia delilah della delmar delois delores
    deloris delphine demetria demetrio demetrius dena denice denny derick dermot derrick desiderio desiree
    dessie devin devon dewayne dewey dian diann dianna dianne didier dieter digby dina dinah dionne dirk dmitriy
    dollie domenico dominga dominick dominique donato donita donnell donnie donny dorcas doreen dorene doretha
    dorinda dorothea dorris dortha dorthy dottie dovie drew drusilla dudley dustin dylan eamon earlene earline
    earnestine ebenezer eberhard eckhard eddy edie edmond edna edwardo edwina edythe effie efrain egbert egon
    eladio elbert elda eldon eleanore elenor eleuterio elia elida elihu elinor elisa elisabeth elise eliseo
    elisha elissa eliza elizebeth ellie elma elnora eloisa elouise eloy elspeth elton elva elvia elvin elvira
    elwood elyse emanuele emery emeterio emile emilia emilie emory enid enoch enriqueta ephraim epifanio erasmo
    erasmus erick ericka erin erlinda erma erna ernestina ernestine ernst errol ervin esmeralda esperanza essie
    esteban estela estella estelle ester etienne etta ettore eudora eugenia eugenie eula eulalia eulogio
    euphemia eusebio evangelina evangeline evaristo evelio evette evgeni evgeny evie ewald ewan ezekiel ezequiel
    fabian fabio fabiola fabrice fabrizio fannie fanny fatima faustino fay faye fedor felecia felicia feliciano
    felicita felicity felipa fenella fergus fermin fernand ferruccio filippo filomena fiona flavia florencio
    florentino florine flossie floy fran francine francisca francois frankie françois freddy fredrick freida
    freya frieda friedrich fulgencio gabriella gabrielle gaetano galen galina gareth garry gaspar gayla gayle
    gemma gena genaro genevieve gennadi gennady gennaro genoveva georgette georgi georgiana georgianna georgie
    georgina georgiy gerd gerda geri germaine gerri gerry gertie gervasio giacomo giancarlo gianni gilda gilles
    gillian ginny giorgio gisela giulio glenna godfrey goldie gonzalo gottfried gottlieb gracie graciela gregg
    gregoria gretchen grigoriy griselda grover guglielmo guillaume guillermina gunter gussie gwyneth günter hal
    hallie hamid hamish harlan harriett harriette hartmut hassan hattie haydee hayley heidi hellen helmut
    henrietta herlinda hermann herminia hermione herschel herve hester hilario hilary hildegard hipolito holli
    hollie holly homero horacio horatio horst hortencia hortense humphrey hussein ibrahim idella ignatius ileana
    ilene imelda imogen imogene imre ingeborg iona ione iosif isabell isabelle isaiah isidoro isidro isolde
    issac ivette ivonne jacinta jacinto jacklyn jaclyn jacobo jacque jacquelin jacquelyn jacquline jamal jame
    jana janeen janel janell janelle janette janie janina janine janis janna jannette jannie jaqueline jaroslav
    jarrod jasmin jasper jayme jayne jayson jeana jeanetta jeanie jeanine jeanna jeannette jeannie jeannine
    jedediah jeffery jeffry jemima jena jenelle jenifer jeniffer jenna jerald jeri jermaine jeronimo jerri
    jesica jess jethro jillian jimmie jiri joanie joann jocelyn jochen jodi jodie joellen joesph joey johanna
    johnathan johnathon johnna jolene jonathon joni jonnie josefa josefina josette josh josie josip josue jovita
    joycelyn judi juli julianna julianne julien juliette jurgen justina justine jürgen kaitlin kaitlyn kami kara
    kari karim karin karina karissa karol karon karrie karyn kasey kaspar kassandra katelyn katharine katheryn
    kathi kathie kathrine katina katrina katy kay kayla kazimierz keisha kelli kellie kelsey kelvin kendra kenny
    kermit kerri kerrie kerry kesha keshia khalid kimberlee kimberley kimberly kira kirsten kisha kitty konrad
    kris krista kristal kristi kristie kristin kristina kristine kristopher kristy krystal krystle kurtis kyla
    kylie kyra ladislao ladislav ladonna lakeisha lakesha lakeshia lakisha lamont laquita lara larissa lashanda
    lashawn lashonda latanya latasha latisha latonia latonya latosha latoya latrice latricia laureano laureen
    laurent lauretta lauri laurie lavern laverne lavina lavinia lavon lavonne lawanda lea leandro leann leanna
    leanne leatrice leeann leila leilani leisa lela lelia lemuel lenora lenore leola leoncio leone leonel leonie
    leonor leopoldo leora leota lesa lesley lessie leta letha letitia lettie lev levi libby librado lida lidia
    lila lilia lilian liliana lillie lina lindy linnie lisandro lisette lissette liz liza lizette lizzie
    llewellyn lola lolita lona lonnie lora loraine loren lorena lorene lorenza lori lorie lorine lorna lorri
    lorrie lothar lottie lou louann louella louie louisa loyd luann luanne luc luciano lucie lucila lucile
    lucinda lucretia ludmila ludwig luella luigi lula lura luz lynda lyndsey lynette lynne lynnette lysander
    lyudmila macario mack madeleine madelyn madge mae magdalena magdalene maggie magnus mahmoud majorie maksim
    malinda malissa mamie mandi manfred manolo mara maranda marcela marcelina marcelino marcelle marcello
    marcelo marci marcial marcie marcy marek margery margie margo margot margret marguerite mariah mariam
    mariana mariann marianna mariano maribel maricela marietta marilee marilynn marisa marisela marisol marissa
    marita maritza marjory marla marlena marlon marlyn marlys marmaduke marnie marquita marta martina martiniano
    marty marva maryann maryanne marybeth maryellen maryjane marylin marylou massimo mateo mathieu matias
    matilde matteo matthias mattie maud maudie maura maurine maurizio mavis maximo maybelle mayme maynard mayra
    meagan meaghan meghan melba melchor melisa mellisa mellissa melodie melva melvina merle merrill micaela
    michaela micheal michele michell mickey migdalia millard millicent millie milos minerva minnie mireya mirko
    mirna miroslav missy misti mittie mitzi mohammad mohammed moises mollie monika monique montague monty
    mortimer mozelle muhammad mustafa myles myrna myrtis myrtle nadezhda nadine nakia nan nanci nanette nannie
    natalya natasha nathalie nathanael natividad nedra nelda nelly nemesio nereida nerissa nettie neva nicanor
    nicasio nichole nick nicki nickolas nicodemus nicola niki nikki nikolay nilda nino nita noelle noemi nola
    nona norberto noreen nunzio obadiah octavia octavius odell ofelia oksana oleksandr oleta olivier ollie
    onelio opal ophelia oralia orestes orson osbert osmond osvaldo ottavio ottilie pam pamala paolo pascual
    pasquale patrica patrice patricio patti pattie patty paulette paulino pavel pearlie pearline peggie percival
    peregrine petr petra philippa phillipa phillis philomena phineas phylis phyliss phyllida piers placido polly
    ponciano porfirio portia preston pricilla primitivo priscilla prudencio prunella quentin quincy quintin
    quinton quirino rachael rachelle rae rafaela raffaele raimundo rainer raisa ramona randal randi raoul raquel
    rashid reba rebeca rebekah reggie reina reinaldo reiner reinhard rena renae renata renate renato renita
    renzo reta retha reva rex reynaldo rhea rhonda rhys richelle rickey rickie rigoberto rinaldo rob robbie
    robbin robby robyn rochelle rod roderic rodger rogelio romeo romulo ronda ronny roque rosalba rosalee
    rosalia rosalina rosalinda rosalyn rosamund rosanna rosanne roscoe roseann roseanna roseanne rosella roselyn
    rosemarie rosendo rosetta rosie rosina rosita roslyn rostislav rowena rowland roxana roxane roxann roxanna
    roxie royce ruby rubye rudyard rufino ruslan russel ruthann ruthie ryan sabina sabino sallie samatha sammie
    sammy sandi sandra sandro sanjuana sanjuanita sasha saskia saturnino saul saundra scarlett seamus sebastien
    selena selina semyon serafin serena severino severo shameka shana shanda shanna shanon shanta shante shantel
    shara shari sharla sharlene sharonda sharron sharyn shaun shauna shawn shawna shayla shayna sheena shelby
    shelia shelli shellie shelly sheree sheri sherie sherri sherrie sherrill sherry sherwin sheryl shiela
    shirlene shonda sibyl sidonie sigrid silas silvano silverio silvestre silvio simeon sixto slobodan socorro
    soledad sondra sonja sonya stacey staci stacia stacie stacy stan stanislaus stanislaw starla stefan stefanie
    stefano stepan stephan stephane stephany stephenie stevie susanne susie suzan suzanna suzette svetlana sybil
    sylvain tabatha tabitha tadeo tameka tamela tamera tamika tammi tammie tammy tamra tamsin tania tanisha
    taras taryn tasha tatyana tawana tawanda teddy telesforo teofilo terese teresita teressa teri terra terrance
    terri terrie tessa tessie thaddeus theda theobald theodor theodora theodosia therese theron thierry
    thomasina thurston tiana tiffani tiffanie tillie timmy timofei timoteo tirso tisha tito titus toby tomasa
    tomasz tommaso tommie toni tonia tonja tonya tori toribio tosha tracey traci tracie travis trena tresa
    tressa treva tricia trisha trista tristan tristram trudy twila twyla tyler tyrone ubaldo ugo ulysses umberto
    urbano uwe vaclav vadim valarie valeri valeria valeriano valeriy valorie vasiliy vasily vaughn veda velda
    velma venancio venessa venetia venita verda verla vern verna vernell vernice vickey vicki vickie vicky vida
    vikki viktor vilma vincenzo violeta virgie virgilio vitali vitaly vito vittorio viviana vladislav volker
    vonda vyacheslav weldon wenceslao wendi wilbert wilda wilford wilfredo wilfried wilhelmina willa wilmer
    wilmot winfred winfried winnie winnifred winona winthrop wladyslaw wolfgang wolfram yadira yakov yelena
    yesenia yevgeni yevgeny yong yuriy yusuf yves zacarias zachariah zachery zbigniew zdenek zebulon zelda zella
    zelma zenaida zenon zoila zoraida zoran
    """.split()
)
