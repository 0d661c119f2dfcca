/**
 * What people choose first, from the public lists of leaked passwords (by way of @zxcvbn-ts/language-common, MIT).
 * Roots are the letters of short ones, lower case and with look-alike digits read as letters: a password made of one
 * or two of them, whatever stands around it, is as easy to guess as the root.
 */
export const knownRoots: ReadonlySet<string> = new Set(
  `
password qwerty dragon baseball football monkey letmein shadow master michael mustang qwertyuiop superman
qazwsx jordan jennifer killer trustno hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger
charlie robert sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars
pepper klaster zxcvbn freedom princess joshua maggie ginger amanda ashley cheese nicole summer matthew
chelsea dallas biteme matrix william yankees taylor corvette austin access martin heather thunder merlin
secret diamond hello anthony hammer silver gfhjkm justin patrick richard bailey internet samantha golfer
scooter orange cookie qiweerat maverick jackson sparky mickey phoenix bigdog snoopy guitar whatever
chicken morgan andrea camaro mercedes peanut ferrari cowboy falcon welcome samsung steelers joseph smokey
dakota melissa arsenal boomer eagles tigers marina nascar gateway porsche yellow monster spider diablo
hannah bulldog junior london purple compaq lakers iceman hardcore cowboys money banana boston brandon
tennis johnny miller qiweer coffee scooby edward nikita mother yamaha brandy barney chester oliver
charles player knight forever steven rangers midnight chicago bigdaddy redsox victoria badboy angel please
fender chris jasper james slayer rabbit natasha rachel marine wizard marlboro raiders prince casper
fishing flower crystal jasmine iwantu adidas winner winter gandalf enter ghbdtn qweear angela
golden lauren cocacola winston madison angels panther spanky shannon sophie johnson asdfasdf david toyota tiger murphy canada danielle jonathan liverpoo muffin cooper apples jackie dennis black sandra
pokemon slipknot carlos qazxsw scorpion qwaszx nathan butter startrek rainbow asdfghjkl redskins newyork
gemini cameron qazwsxedc florida liverpool turtle nicholas viking booger wilson sierra butthead doctor
rocket victor dolphins captain bandit jaguar packers pookie peaches dolphin helpme tucker theman tiffany
maxwell jeremy qwertyui debbie albert maddog lovers monica united giants nirvana metallic hotdog
rosebud mountain benjamin warrior stupid elephant suckit success jackass bonnie alexis lucky jason scorpio
samson azerty freddy driver willie calvin qweearst sydney gators dexter bubba creative voodoo happy arthur
trouble america nissan gunner rebecca stella garfield gordon jessie parker asdfghjk apollo eminem
december legend airborne beavis august apple brooklyn godzilla skippy buddy qwert kitten magic shelby
beaver phantom nothing asdasd williams xavier braves darkness blink travis copper tomcat platinum qweqwe
girls bigboy green power animal police online voyager lifehack sniper trinity walter blazer heaven lover
snowball playboy bubbles loveme cricket marvin willow donkey topgun nintendo saturn family november
gabriel destiny pakistan pumpkin digital sergey chance explorer redwings private therock runner lasvegas
guinness beatles cassie christin celtic broncos andrey babygirl nelson donald scott eclipse cartman fluffy
louise michigan testing carolina little samuel alexande birdie steve cherry pantera sharon gibson vampire
mexico peter buffalo montana genius flyers maximus school minecraft lovely stalker metallica doggie carter
kristina kimberly spencer speedy barbara snickers sabrina carmen marcus bronco yankee friends paradise
dreams magnum horses caroline lacrosse goober member qwertyu enigma scotty pimpin bollocks brian surfer
sammy genesis poohbear qweasdzxc racing friend hawaii eagle billy viper october vanessa einstein boobies
stanley walker drowssap stephen courtney simple alaska badger action denise jester spitfire drummer forest
patricia maryjane champion diesel svetlana friday kevin gregory pamela frank hotrod chevy anderson douglas
westside security google badass shorty tester thumper hitman mozart general reddog zaqiwsx music lizard
alexander melanie ruslan vincent sweet teresa scarface marshall olivia veronica buddha spirit frankie
stargate antonio liberty natalie mercury naruto suzuki semperfi popcorn spooky marley system brittany
claudia kelly scotland kitty cherokee vikings simpsons death leslie rascal qweasd jimmy loveyou hummer
allison rocky patches russia adrian jupiter penguin howard passion honda vfhbyf andre vladimir franklin
sandman infinity homer raider passport assman sucker fantasy bulldogs horney domino budlight ironman
disney norman usuckballz softball bishop francis brutus redrum brooke bigred jeffrey jesus fktrcfylh
karina marines kawasaki digger ireland oksana fireman cougar college alicia russell houston monday bradley
sarah justice super wildcats tinker duncan dancer logitech avalon swordfis everton reggie motorola
alexandr molly timothy hentai claire patriots madonna colorado eugene ducati kermit juventus indian connor
galore freeuser smooth house titanic boogie simpson warcraft wolverin elizabet arizona saints valentin
georgia asdfg accord baxter denver mitchell christ yfnfif smith stinky zachary roland naughty nccitoid
spiderma chopper brenda extreme virginia water skyline zombie pearljam froggy pirate fylhtq vision awesome
alyssa dreamer predator bullet empire kirill people elvis panthers skipper nemesis peekaboo rasdzv simon
alison rolltide american cardinal arnold chevelle daddy psycho danger mookie wanker manutd tommy hobbes
vegeta goblue burton fyfcnfcbz picard bobby windows loverboy lovelove vfrcbv victory bambam turkey serega
tweety hiphop galina changeme rooster polina berlin suckme taurus electric ronald avatar raptor alpha
maksim spring brazil newport kenneth hendrix madmax england sublime britney france darkside bigman
hercules lawrence wolfpack classic lincoln ronaldo spiderman blizzard cheyenne wombat cjkysirj raymond
brother kristen pandora devils simone holiday wildcat horse kramer sterling caesar alabama carrie bondage
basketball sports pickle catch leather shaggy aibced chronic flowers robbie admin gracie amber freepass
airplane perfect kodiak billybob katana sunset crazy stingray maria snowman phpbb chocolat
`
    .trim()
    .split(/\s+/),
);

/** Those of twelve characters and more that no rule of `checkPassword` would notice. */
export const knownLongPasswords: ReadonlySet<string> = new Set(
  `
q1w2e3r4t5y6 mailcreated5240 polniypizdec0211 sojdlg123aljg leavemealone 123456654321 ghjcnjgfhjkm
zxcasdqwe123 sonyericsson ghhh47hj7649 123456789qwe 1qazxsw23edc qwerasdfzxcv flvbybcnhfnjh
123456789987654321 112233445566 ghbdtnrfrltkf websolutions finalfantasy chickenwing101 unbelievable
administrator justinbieber contortionist newproject2004 needforspeed businessbabe 123456789123
maurolarastefy supernatural professional domainlock2005 scandinavian dkflbvbhjdbx momsanaladventure
hd764nw5d7e1vb1 dkflbvbhjdyf counterstrike zaq1xsw2cde3 vfvfvskfhfve 123456789abc fkmnthyfnbdf
intelligence 23176djivanfros qazxswedcvfr qwertyasdfgh whosyourdaddy 1111111111zz fktrcfylhjdbx
fktrcfylhjdyf 541233432442 123456789qaz 12345678900987654321 chesterfield 010203040506 lost4815162342
102030405060 vanyarespekt 89231243658s iseedeadpeople transformers devilmaycry4 combat123654 qwertyytrewq
jamesbond007 4815162342lost 123456789qqq 1234qwerasdf 123qwe456rty 1234567890qw ghjcnjrdfibyj
international saun24865709 q1w2e3r4t5y6u7 ptybnxtvgbjy polniypizdec110211 1qa2ws3ed4rf 123456789zxc
12345678987654321 playstation3 31217221027711 mevefalkcakk 1234567890qwe hedimaptfcor cosmopolitan
q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu lhbjkjubz2957704 123456782000 andrewjackie 1qazxsw23edcvfr4 12qw34er56ty
christopher1 159753456852 networkingpe philadelphia peanutbutter boy4u2ownnyc ingodwetrust digitalprodu
installdevic an83546921an13 qawsedrftgyh abc123456789 123321qweewq auckland2010 residentevil olcrackmaster
1234567890zzz 32615948worms 012345678910 avrillavigne massimiliano nhfdvfnjkju123 742617000027
41d8cd98f00b nemvxyheqdd5oqxyxyzi temppassword punksnotdead fynfyfyfhbde nightcrawler playstation2
gjkysqgbpltw ticketmaster 01telemike01 stratocaster ghjcnjqgfhjkm installsqlst 123456789101 1234567890qaz
frederiksberg 1a2s3d4f5g6h schoolgirlie sanfrancisco 89876065093rax lytghjgtnhjdcr 111222333000
nhecsyfujkjdt zaqwsxcderfv seemnemaailm qwaszxerdfcv antananarivu greenlantern 1234qwerasdfzxcv
iloveboobies ghjcnjgbpltw 123321456654 1234567890987654321 q1w2e3r4t5y6u7i8o9p0 morganstanley
59382113kevinp gtnhjpfdjlcr bltynbabrfwbz warhammer40k passwordstandard maprchem56458 construction
bpgjldsgjldthnf iampurehaha2 qazxswedc123 stinkyfinger cjdthitycndj corperfmonsy weihnachtsbau
1234567892000 1234567887654321 stickdaddy77 123456789000 014702580369 necronomicon mortalkombat
systemofadown qaz123wsx456 satisfaction cheeseburger a1s2d3f4g5h6 minnesota_hp 122333444455555
vladimirovna 111222333444555 ilovemyfamily michaeljackson 1qa2ws3ed4rf5tg websolutionssu amadeusptfcor
specialinsta 123456789asd nhfycajhvths rfnthbyf1988 paraklast1974 webuivalidat msorcloledbr nondriversig
123456789qwer wazzkaprivet weihnachtsbaum fktrcfylhjdf z1x2c3v4b5n6m7 ghjnbdjcnjzybt sonnenschein
anytimetoday ntktdbpjh1994 nick1234-rem936 thecakeisalie ontheoutside zcfvfzkexifz qwertasdfgzxcvb
ghjatccbjyfk aksjdlasdakj89879 23wkoa0fp78dk fatima753357 6215mila6215 zaq12wsxcde3 love777321777
123456789aaa 4815162342lf pfqwtd27121988 cnfc35762209 12345677654321 zxcvbnmmnbvcxz civilization
findaupair007 ghtdtlvtldtl edwardcullen gfhfktkjuhfv lytdybrbdfvgbhf passwordassword ronaldinho10
ipo54tj45uy856 89semtsriuty foreveryoung sdicmt7seytn blacksonblon 420842084208555 ktjynsq40147
1a2a3a4a5a6a bullnuts2003 050605rostik 19960610ilja z1x2c3v4b5n6 entertainment 89063032220m badiman28200
123ewqasdcxz nhbujyjvtnhbz polniypizdec1102 ne_e_pod_chehyl hd764nw5d7e1vbv josephphone7 gthtrfnbgjkt
configuratio msoracle32re bhrh0h2oof6xbqjeh 193570356033
`
    .trim()
    .split(/\s+/),
);
