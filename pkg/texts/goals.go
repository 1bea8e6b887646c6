package texts

// goal is what is said of a goal: its name, and in a sentence what to do.
type goal struct{ name, sentence pair }

// goalNames and goalSentences are the sets that the table of goals makes.
var (
	goalNames     = goalSet(func(g goal) pair { return g.name })
	goalSentences = goalSet(func(g goal) pair { return g.sentence })
)

func goalSet(part func(goal) pair) map[string]pair {
	set := map[string]pair{}
	for id, g := range goals {
		set[id] = part(g)
	}
	return set
}

// goals are the quests of the day and the week, and the achievements.
var goals = map[string]goal{
	"daily_play_3": {
		pair{"Ba ván mỗi ngày", "Three a day"},
		pair{"Chơi 3 ván hôm nay.", "Play 3 games today."},
	},
	"daily_play_5": {
		pair{"Ngày năm ván", "Five a day"},
		pair{"Chơi 5 ván hôm nay.", "Play 5 games today."},
	},
	"daily_rated_2": {
		pair{"Thử sức", "Put to the test"},
		pair{"Chơi 2 ván xếp hạng hôm nay.", "Play 2 rated games today."},
	},
	"daily_slow_1": {
		pair{"Chậm mà chắc", "Take your time"},
		pair{"Chơi một ván cờ nhanh hoặc cờ tiêu chuẩn hôm nay.", "Play a rapid or a standard game today."},
	},
	"daily_win_1": {
		pair{"Thắng trong ngày", "Win of the day"},
		pair{"Thắng một ván hôm nay.", "Win a game today."},
	},
	"daily_win_2": {
		pair{"Hai ván thắng", "Two wins"},
		pair{"Thắng 2 ván hôm nay.", "Win 2 games today."},
	},
	"daily_win_rated": {
		pair{"Thắng xếp hạng", "A win that counts"},
		pair{"Thắng một ván xếp hạng hôm nay.", "Win a rated game today."},
	},
	"daily_streak_2": {
		pair{"Thắng liền hai ván", "Back to back"},
		pair{"Thắng liền 2 ván với người hôm nay; ván hoà không làm đứt chuỗi.", "Win 2 games in a row against people today; a draw does not break the streak."},
	},
	"daily_beat_bot": {
		pair{"Thắng máy", "Beat the machine"},
		pair{"Thắng máy một ván hôm nay.", "Win a game against a bot today."},
	},
	"daily_two_games": {
		pair{"Đổi món", "A change of board"},
		pair{"Chơi hai loại cờ khác nhau hôm nay.", "Play two different games today."},
	},
	"daily_both_sides": {
		pair{"Đi trước, đi sau", "Both sides of the board"},
		pair{"Chơi một ván đi trước và một ván đi sau hôm nay.", "Play a game as the first side and one as the second side today."},
	},
	"daily_xiangqi": {
		pair{"Ván cờ tướng", "A game of xiangqi"},
		pair{"Chơi một ván cờ tướng hôm nay.", "Play a game of xiangqi today."},
	},
	"daily_jungle": {
		pair{"Ván cờ thú", "A game of jungle"},
		pair{"Chơi một ván cờ thú hôm nay.", "Play a game of jungle today."},
	},
	"daily_morris": {
		pair{"Ván cờ chín quân", "A game of morris"},
		pair{"Chơi một ván cờ chín quân hôm nay.", "Play a game of nine men's morris today."},
	},
	"daily_draughts": {
		pair{"Ván cờ đam", "A game of draughts"},
		pair{"Chơi một ván cờ đam bất kỳ hôm nay.", "Play a game of any kind of draughts today."},
	},
	"daily_long_game": {
		pair{"Ván cờ dài", "A long game"},
		pair{"Chơi một ván mà hai bên đi tổng cộng ít nhất 80 nước hôm nay.", "Play a game in which the two sides make at least 80 moves in all today."},
	},
	"weekly_play_15": {
		pair{"Mười lăm ván một tuần", "Fifteen a week"},
		pair{"Chơi 15 ván tuần này.", "Play 15 games this week."},
	},
	"weekly_days_5": {
		pair{"Đều đặn", "A steady hand"},
		pair{"Chơi vào 5 ngày khác nhau trong tuần này.", "Play on 5 different days this week."},
	},
	"weekly_rated_10": {
		pair{"Tuần xếp hạng", "A rated week"},
		pair{"Chơi 10 ván xếp hạng tuần này.", "Play 10 rated games this week."},
	},
	"weekly_win_7": {
		pair{"Bảy ván thắng", "Seven wins"},
		pair{"Thắng 7 ván tuần này.", "Win 7 games this week."},
	},
	"weekly_all_games": {
		pair{"Đủ bốn loại cờ", "All four in a week"},
		pair{"Chơi cờ tướng, cờ thú, cờ chín quân và cờ đam trong tuần này.", "Play xiangqi, jungle, nine men's morris and draughts this week."},
	},
	"weekly_streak_3": {
		pair{"Ba ván thắng liền", "Three on the trot"},
		pair{"Thắng liền 3 ván với người tuần này; ván hoà không làm đứt chuỗi.", "Win 3 games in a row against people this week; a draw does not break the streak."},
	},
	"weekly_win_rated_5": {
		pair{"Năm trận thắng xếp hạng", "Five that count"},
		pair{"Thắng 5 ván xếp hạng tuần này.", "Win 5 rated games this week."},
	},
	"weekly_win_two_games": {
		pair{"Thắng hai loại cờ", "Master of two boards"},
		pair{"Thắng ở hai loại cờ khác nhau tuần này.", "Win at two different games this week."},
	},
	"first_game": {
		pair{"Ván cờ đầu tiên", "First game"},
		pair{"Chơi hết một ván cờ.", "Play a game to the end."},
	},
	"first_win": {
		pair{"Chiến thắng đầu tiên", "First win"},
		pair{"Thắng một ván cờ.", "Win a game."},
	},
	"first_rated": {
		pair{"Bước vào bảng xếp hạng", "On the ladder"},
		pair{"Chơi một ván xếp hạng.", "Play a rated game."},
	},
	"win_xiangqi": {
		pair{"Thắng cờ tướng", "Xiangqi won"},
		pair{"Thắng một ván cờ tướng.", "Win a game of xiangqi."},
	},
	"win_jungle": {
		pair{"Thắng cờ thú", "Jungle won"},
		pair{"Thắng một ván cờ thú.", "Win a game of jungle."},
	},
	"win_morris": {
		pair{"Thắng cờ chín quân", "Morris won"},
		pair{"Thắng một ván cờ chín quân.", "Win a game of nine men's morris."},
	},
	"win_draughts": {
		pair{"Thắng cờ đam", "Draughts won"},
		pair{"Thắng một ván cờ đam bất kỳ.", "Win a game of any kind of draughts."},
	},
	"all_games": {
		pair{"Dạo quanh kỳ đài", "Round the hall"},
		pair{"Chơi cả bốn loại cờ: cờ tướng, cờ thú, cờ chín quân và cờ đam.", "Play all four games: xiangqi, jungle, nine men's morris and draughts."},
	},
	"win_all_games": {
		pair{"Toàn tài", "All-rounder"},
		pair{"Thắng ở cả bốn loại cờ: cờ tướng, cờ thú, cờ chín quân và cờ đam.", "Win at all four games: xiangqi, jungle, nine men's morris and draughts."},
	},
	"both_sides": {
		pair{"Trước sau đều thắng", "From either side"},
		pair{"Thắng một ván khi đi trước và một ván khi đi sau.", "Win a game as the first side and one as the second side."},
	},
	"streak_3": {
		pair{"Đang vào phom", "Warming up"},
		pair{"Thắng liền 3 ván với người.", "Win 3 games in a row against people."},
	},
	"streak_5": {
		pair{"Thế như chẻ tre", "On a roll"},
		pair{"Thắng liền 5 ván với người.", "Win 5 games in a row against people."},
	},
	"streak_10": {
		pair{"Bách chiến bách thắng", "Unstoppable"},
		pair{"Thắng liền 10 ván với người.", "Win 10 games in a row against people."},
	},
	"unbeaten_10": {
		pair{"Vững như bàn thạch", "Rock solid"},
		pair{"Chơi liền 10 ván với người mà không thua.", "Play 10 games in a row against people without a loss."},
	},
	"draw_person": {
		pair{"Bất phân thắng bại", "Honours even"},
		pair{"Hoà một ván với người.", "Draw a game against a person."},
	},
	"games_10": {
		pair{"Quen bàn cờ", "Regular"},
		pair{"Chơi 10 ván.", "Play 10 games."},
	},
	"games_100": {
		pair{"Trăm ván dạn dày", "Seasoned"},
		pair{"Chơi 100 ván.", "Play 100 games."},
	},
	"games_1000": {
		pair{"Nghìn ván lão luyện", "Veteran"},
		pair{"Chơi 1000 ván.", "Play 1000 games."},
	},
	"wins_10": {
		pair{"Mười trận thắng", "Ten wins"},
		pair{"Thắng 10 ván với người.", "Win 10 games against people."},
	},
	"wins_100": {
		pair{"Trăm trận thắng", "A hundred wins"},
		pair{"Thắng 100 ván với người.", "Win 100 games against people."},
	},
	"wins_500": {
		pair{"Năm trăm trận thắng", "Five hundred wins"},
		pair{"Thắng 500 ván với người.", "Win 500 games against people."},
	},
	"rated_100": {
		pair{"Trăm ván xếp hạng", "A hundred that count"},
		pair{"Chơi 100 ván xếp hạng.", "Play 100 rated games."},
	},
	"xiangqi_wins_50": {
		pair{"Cao thủ cờ tướng", "Xiangqi expert"},
		pair{"Thắng 50 ván cờ tướng với người.", "Win 50 games of xiangqi against people."},
	},
	"jungle_wins_50": {
		pair{"Cao thủ cờ thú", "Jungle expert"},
		pair{"Thắng 50 ván cờ thú với người.", "Win 50 games of jungle against people."},
	},
	"morris_wins_50": {
		pair{"Cao thủ cờ chín quân", "Morris expert"},
		pair{"Thắng 50 ván cờ chín quân với người.", "Win 50 games of nine men's morris against people."},
	},
	"draughts_wins_50": {
		pair{"Cao thủ cờ đam", "Draughts expert"},
		pair{"Thắng 50 ván cờ đam với người.", "Win 50 games of draughts against people."},
	},
	"blitz_wins_10": {
		pair{"Nhanh tay lẹ mắt", "Quick hands"},
		pair{"Thắng 10 ván cờ chớp với người.", "Win 10 blitz games against people."},
	},
	"rapid_wins_10": {
		pair{"Nghĩ nhanh đi đúng", "Quick mind"},
		pair{"Thắng 10 ván cờ nhanh với người.", "Win 10 rapid games against people."},
	},
	"standard_wins_10": {
		pair{"Suy tính sâu xa", "Deep thought"},
		pair{"Thắng 10 ván cờ tiêu chuẩn với người.", "Win 10 standard games against people."},
	},
	"long_game": {
		pair{"Trường kỳ", "The long way"},
		pair{"Chơi một ván mà hai bên đi tổng cộng ít nhất 100 nước.", "Play a game in which the two sides make at least 100 moves in all."},
	},
	"marathon": {
		pair{"Trận chiến bền bỉ", "Marathon"},
		pair{"Chơi một ván mà hai bên đi tổng cộng ít nhất 200 nước.", "Play a game in which the two sides make at least 200 moves in all."},
	},
	"days_7": {
		pair{"Khách quen", "A familiar face"},
		pair{"Chơi vào 7 ngày khác nhau.", "Play on 7 different days."},
	},
	"days_30": {
		pair{"Bạn cờ thân thiết", "Part of the hall"},
		pair{"Chơi vào 30 ngày khác nhau.", "Play on 30 different days."},
	},
	"beat_bot": {
		pair{"Người thắng máy", "Over the machine"},
		pair{"Thắng máy một ván.", "Win a game against a bot."},
	},
	"beat_level_3": {
		pair{"Vượt máy cấp 3", "Past level three"},
		pair{"Thắng máy từ cấp 3 trở lên.", "Win a game against a bot of level 3 or above."},
	},
	"beat_level_5": {
		pair{"Vượt máy cấp 5", "Past level five"},
		pair{"Thắng máy từ cấp 5 trở lên.", "Win a game against a bot of level 5 or above."},
	},
	"beat_top_xiangqi": {
		pair{"Hạ máy cờ tướng", "The machine falls: xiangqi"},
		pair{"Thắng máy cờ tướng cấp cao nhất.", "Win a game of xiangqi against the strongest bot."},
	},
	"beat_top_jungle": {
		pair{"Hạ máy cờ thú", "The machine falls: jungle"},
		pair{"Thắng máy cờ thú cấp cao nhất.", "Win a game of jungle against the strongest bot."},
	},
	"beat_top_morris": {
		pair{"Hạ máy cờ chín quân", "The machine falls: morris"},
		pair{"Thắng máy cờ chín quân cấp cao nhất.", "Win a game of nine men's morris against the strongest bot."},
	},
	"beat_top_draughts": {
		pair{"Hạ máy cờ đam", "The machine falls: draughts"},
		pair{"Thắng máy cờ đam cấp cao nhất.", "Win a game of draughts against the strongest bot."},
	},
	"title_nhap_mon": {
		pair{"Nhập Môn", "Novice"},
		pair{"Đạt danh hiệu Nhập Môn ở một loại cờ.", "Earn the title Novice in a game."},
	},
	"title_ky_do": {
		pair{"Kỳ Đồ", "Apprentice"},
		pair{"Đạt danh hiệu Kỳ Đồ ở một loại cờ.", "Earn the title Apprentice in a game."},
	},
	"title_ky_thu": {
		pair{"Kỳ Thủ", "Adept"},
		pair{"Đạt danh hiệu Kỳ Thủ ở một loại cờ.", "Earn the title Adept in a game."},
	},
	"title_ky_vuong": {
		pair{"Kỳ Vương", "King of the Board"},
		pair{"Đạt danh hiệu Kỳ Vương ở một loại cờ.", "Earn the title King of the Board in a game."},
	},
	"title_ky_thanh": {
		pair{"Kỳ Thánh", "Sage of the Board"},
		pair{"Đạt danh hiệu Kỳ Thánh ở một loại cờ.", "Earn the title Sage of the Board in a game."},
	},
	"title_doc_co_cau_bai": {
		pair{"Độc Cô Cầu Bại", "The Undefeated"},
		pair{"Đạt danh hiệu Độc Cô Cầu Bại ở một loại cờ.", "Earn the title The Undefeated in a game."},
	},
	"tournament_played": {
		pair{"Đấu thủ", "Entrant"},
		pair{"Chơi hết một giải đấu.", "Play a tournament to the end."},
	},
	"tournament_top_3": {
		pair{"Lên bục", "On the podium"},
		pair{"Lọt vào ba hạng đầu của một giải có ít nhất 8 người.", "Finish in the top three of a tournament of at least 8 players."},
	},
	"tournament_won": {
		pair{"Quán quân", "Champion"},
		pair{"Đứng đầu một giải có ít nhất 4 người.", "Finish first in a tournament of at least 4 players."},
	},
	"tournaments_10": {
		pair{"Dày dạn giải đấu", "Tournament regular"},
		pair{"Chơi hết 10 giải đấu.", "Play 10 tournaments to the end."},
	},
}
